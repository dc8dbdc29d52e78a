/** What a client is told about the server as a whole. It stands in every conversation, so each word has to earn it. */

/** A constant: safe behind a cache breakpoint. Tools are named without their prefix, which differs by style. */
export const INSTRUCTIONS: string =
  "repoctx answers from a local index of this repository: ranked files, symbols and lines, each with the reason why it " +
  'is listed. Start with one get_context call that states the task in your own words, detail "auto" and ' +
  "responseBudgetTokens 2000. Then close only gaps you can name: search finds words and symbols, get_outline lists " +
  "what a file declares, get_related_files its imports, importers and tests, get_changes what differs from the index. " +
  "Paths are relative to the repository root. Pass receipts back as seen, or name a session, and nothing is sent " +
  "twice; known (path@hash) is only for files you have read completely. Keep what was hard to find out with " +
  "memory_add. For an exact string use grep; a short file whose path you know, just read.";
