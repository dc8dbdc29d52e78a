/** Showing a page to the user. */

/**
 * The program that opens a file with what the user has chosen for its kind, and its arguments.
 *
 * @param path absolute; handed over as one argument that no shell reads.
 */
export function openerFor(system: typeof Deno.build.os, path: string): [program: string, args: string[]] {
  switch (system) {
    case "windows":
      return ["rundll32", ["url.dll,FileProtocolHandler", path]];
    case "darwin":
      return ["open", [path]];
    default:
      return ["xdg-open", [path]];
  }
}

/** Starts the default browser and does not wait for it. That there is none is no failure: the path was printed. */
export function openInBrowser(path: string): void {
  const [program, args] = openerFor(Deno.build.os, path);
  try {
    new Deno.Command(program, {
      args,
      stdin: "null",
      stdout: "null",
      stderr: "null",
      // The browser must outlive this process.
      detached: true,
    }).spawn().unref();
  } catch {
    // The page can be opened by hand.
  }
}
