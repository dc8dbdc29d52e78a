/** `context` in any format. */
import type { ContextResult } from "../model/mod.ts";
import { contextJson } from "./context_json.ts";
import { contextMarkdown } from "./context_markdown.ts";
import { contextText } from "./context_text.ts";
import type { Format } from "./format.ts";
import { formatted } from "./format.ts";

/**
 * Renders a context answer. While `representation_id` is the empty string the member, or its line, is left out: the
 * id is hashed over that body, and the answer is then rendered again with it.
 *
 * Packing renders the same spans and symbols many times over, so their rendering is remembered by object: a span or
 * symbol must not be changed after it was rendered once.
 */
export const renderContext: (result: ContextResult, format: Format) => string = formatted({
  json: contextJson,
  md: contextMarkdown,
  text: contextText,
});
