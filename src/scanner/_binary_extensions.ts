/** Extensions of files that are never text. */
const BINARY: ReadonlySet<string> = new Set(
  ("png jpg jpeg gif bmp ico icns webp avif heic tif tiff psd svgz pdf " +
    "zip gz tar tgz 7z rar bz2 xz zst lz4 br jar war ear nupkg snupkg vsix whl egg gem deb rpm dmg iso msi apk ipa " +
    "dll exe so dylib a o lib obj pdb class wasm pyc pyo pyd node " +
    "woff woff2 ttf otf eot mp3 mp4 m4a mov avi mkv webm wav flac ogg bin dat db sqlite sqlite3 " +
    "parquet npy npz onnx safetensors")
    .split(" "),
);

/** Whether a file name says that the content is binary. */
export function hasBinaryExtension(name: string): boolean {
  const dot = name.lastIndexOf(".");
  return dot >= 0 && BINARY.has(name.slice(dot + 1).toLowerCase());
}
