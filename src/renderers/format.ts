/** The formats of a result. */

/** `text` for people on a terminal, `json` for programs, `md` for agents. */
export type Format = "text" | "json" | "md";

/** Chooses the renderer of a format. */
export function formatted<T>(
  renderers: Readonly<Record<Format, (result: T) => string>>,
): (result: T, format: Format) => string {
  return (result, format) => renderers[format](result);
}
