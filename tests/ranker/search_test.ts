import assert from "node:assert/strict";
import { search } from "../../src/commands/search.ts";
import { ask, indexed } from "../commands/_repository.ts";

const FILES = {
  "src/session.ts": [
    "/** Opens a session. */",
    "export class Session {",
    "  session = 1;",
    "  /** Sends what waits in the queue of the session and closes it. */",
    "  flush() {",
    "    return this.session;",
    "  }",
    "}",
    "",
  ].join("\n"),
  "src/queue.ts": "export function session() {\n  return 'queue';\n}\n",
  "src/other.ts": "export const nothing = 1;\n",
};

const placeOf = async (query: string, path = "src/session.ts"): Promise<string> => {
  using tree = await indexed(FILES);
  const { results } = await ask(search, tree, { query });
  const hit = results.find((result: { path: string }) => result.path === path);
  return `${hit.heading}:${hit.start_line}`;
};

Deno.test("a search by name shows the definition, of the same case if there is one", async () => {
  assert.equal(await placeOf("Session"), "Session:2");
  assert.equal(await placeOf("session"), "session:3");
  assert.equal(await placeOf("where is Session.flush called"), "flush:5");
  assert.equal(await placeOf("SESSION", "src/queue.ts"), "session:1");
});

Deno.test("a search by description shows the best chunk, whatever its name", async () => {
  assert.equal(await placeOf("send what waits in the queue of a session"), "flush:5");
});
