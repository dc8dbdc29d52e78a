/** The usual way from a result to its text. */
import type { Format as ResultFormat, Result } from "../renderers/mod.ts";
import type { Format } from "./command.ts";

/** Renders a result in a format that every result has; only `stats` has others, and does not come here with them. */
export async function renderResult(result: Result, format: Format): Promise<string> {
  const { render } = await import("../renderers/mod.ts");
  return render(result, format as ResultFormat);
}
