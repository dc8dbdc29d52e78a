/** `context` in any format. */
import type { ContextResult } from "../model/mod.ts";
import { jsonText } from "./_json.ts";
import { contextJson } from "./context_json.ts";
import { contextMarkdown } from "./context_markdown.ts";
import { contextText } from "./context_text.ts";
import { type Format, formatted } from "./format.ts";

/**
 * Renders a context answer without its `representation_id`, which is hashed over just that.
 *
 * Packing renders the same spans and symbols many times over, so their rendering is remembered by object: a span or
 * symbol must not be changed after it was rendered once.
 */
export const renderContextBody: (result: ContextResult, format: Format) => string = formatted({
  json: contextJson,
  md: contextMarkdown,
  text: contextText,
});

/** What stands directly before the id in JSON: inside of a string its quotes would be escaped. */
const BEFORE_ID = /"evidence_id":"[^"]*"/;

/** Puts the `representation_id` of a result, unless it is empty, into what {@link renderContextBody} made of it. */
export function withRepresentationId(body: string, result: ContextResult, format: Format): string {
  const { representation_id: id } = result;
  if (id === "") return body;
  if (format === "text") return `${body}\nRepresentation: ${id}`;
  if (format === "md") return `${body}  \nRepresentation: ${id}`;
  return body.replace(BEFORE_ID, (before) => `${before},"representation_id":${jsonText(id)}`);
}

/** Renders a context answer, with its `representation_id` unless that is empty. */
export function renderContext(result: ContextResult, format: Format): string {
  return withRepresentationId(renderContextBody(result, format), result, format);
}
