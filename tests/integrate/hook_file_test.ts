import assert from "node:assert/strict";
import fc from "fast-check";
import { parse } from "jsonc-parser";
import { type HookLaunch, type HookRegistration, rewriteHookFile } from "../../src/integrate/hook_file.ts";

const LAUNCH: HookLaunch = {
  wanted: "repoctx hook",
  known: ["repoctx hook", 'node "$DIR/node_modules/@repoctx/cli/bin/repoctx.js" hook'],
};

const GROUPED: HookRegistration = {
  host: "claude-code",
  file: "x.json",
  layout: "grouped",
  events: [{ event: "Start" }, { event: "Tool", matcher: "Read|Edit" }],
  members: { type: "command", timeout: 5 },
};

const FLAT: HookRegistration = {
  host: "cursor",
  file: "x.json",
  layout: "flat",
  version: 1,
  events: [{ event: "start" }, { event: "tool", matcher: "Read" }],
  members: { timeout: 5 },
  options: "--shell-paths",
};

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function rewrite(
  before: string | Uint8Array | undefined,
  mode: "put" | "remove",
  registration: HookRegistration = GROUPED,
  launch: HookLaunch = LAUNCH,
): string | undefined {
  const after = rewriteHookFile(
    typeof before === "string" ? bytes(before) : before,
    registration,
    launch,
    mode,
  );
  if (after !== undefined && "untouched" in after) return `untouched: ${after.untouched}`;
  return after === undefined ? undefined : new TextDecoder("utf-8", { ignoreBOM: true }).decode(after);
}

const ours = (matcher?: string) => ({
  ...(matcher === undefined ? {} : { matcher }),
  hooks: [{ type: "command", command: "repoctx hook claude-code", timeout: 5 }],
});

const HOOKS = { Start: [ours()], Tool: [ours("Read|Edit")] };

Deno.test("a missing file is written as a whole, and goes with what was put into it", () => {
  const made = rewrite(undefined, "put")!;
  assert.equal(made, JSON.stringify({ hooks: HOOKS }, undefined, 2) + "\n");
  assert.equal(rewrite(made, "put"), made);
  assert.equal(rewrite(made, "remove"), undefined);
  assert.equal(rewrite(undefined, "remove"), undefined);
  const flat = rewrite(undefined, "put", FLAT)!;
  const command = "repoctx hook cursor --shell-paths";
  assert.deepEqual(JSON.parse(flat), {
    version: 1,
    hooks: { start: [{ command, timeout: 5 }], tool: [{ command, matcher: "Read", timeout: 5 }] },
  });
  assert.equal(rewrite(flat, "remove", FLAT), undefined);
});

Deno.test("what was in a file keeps its bytes, and taking out gives back the very same file", () => {
  const files = [
    '{"a":1}',
    '{ "a": [1, 2] , "b":{} }',
    '{\n  "a": 1\n}\n',
    '{\n\t"a": 1,\n\t// remark\n\t"b": [1,2,\n 3] // end\n}',
    '{\r\n    "a": 1, // remark\r\n}\r\n',
    '\ufeff{\n  "a": 1\n}',
    '// head\n{\n  "a": 1 /* x */\n  /* y */\n}\n// tail\n',
    '{\n  "hooks": {\n    "Other": [{"hooks":[{"type":"command","command":"x"}]}],\n  },\n}\n',
    '{\n  "hooks": {\n    "Tool": [\n      {"matcher":"Edit","hooks":[]} // keep\n    ]\n  }\n}\n',
    '{"hooks":{"Tool":[{"matcher":"Edit","hooks":[{"command":"fmt"}]}]}}',
    '{ "hooks": { "enabled": true, "disabled": ["x"] } }',
  ];
  for (const file of files) {
    const made = rewrite(file, "put")!;
    assert.notEqual(made, file);
    assert.deepEqual(parse(made.replace("\ufeff", ""), [], { allowTrailingComma: true }).hooks.Start, [
      ours(),
    ]);
    assert.equal(rewrite(made, "put"), made, file);
    assert.equal(rewrite(made, "remove"), file, made);
    let at = 0;
    for (const character of made) if (character === file[at]) at++;
    assert.equal(at, file.length, "only something was added");
  }
});

Deno.test("entries are brought up to date; options after the name are a person's choice", () => {
  const file = (command: string, more: object = {}) =>
    JSON.stringify({
      hooks: { Start: HOOKS.Start, Tool: [{ matcher: "Read", hooks: [{ command, ...more }] }] },
    });
  const tool = (text: string) => JSON.parse(text).hooks.Tool;
  const old = 'node "$DIR/node_modules/@repoctx/cli/bin/repoctx.js" hook claude-code --inject contents --all';
  assert.deepEqual(tool(rewrite(file(old, { timeout: 9 }), "put")!), [{
    matcher: "Read|Edit",
    hooks: [{ command: "repoctx hook claude-code --inject contents --all", timeout: 5, type: "command" }],
  }]);
  assert.equal(rewrite(rewrite(file(old), "put"), "put"), rewrite(file(old), "put"));
});

Deno.test("a hook that a person registered in another way serves as well, and is never taken out", () => {
  for (
    const command of [
      "/opt/repoctx hook claude-code",
      "npx -y @repoctx/cli hook claude-code",
      "repoctx hook cursor",
    ]
  ) {
    const file = JSON.stringify({ hooks: { Start: HOOKS.Start, Tool: [{ hooks: [{ command }] }] } });
    assert.equal(rewrite(file, "put"), file, command);
    assert.deepEqual(JSON.parse(rewrite(file, "remove")!), { hooks: { Tool: [{ hooks: [{ command }] }] } });
  }
  for (const command of ["repoctx mcp", "hook repoctx", "myrepoctx hooks", "repoctx hooky x"]) {
    const file = JSON.stringify({ hooks: { Start: HOOKS.Start, Tool: [{ hooks: [{ command }] }] } });
    assert.equal(JSON.parse(rewrite(file, "put")!).hooks.Tool.length, 2, command);
  }
});

Deno.test("second entries and those of other events go, and what shares a group with them stays", () => {
  const [hook] = ours().hooks;
  const file = JSON.stringify({
    hooks: {
      Gone: [{ hooks: [hook] }],
      Start: [ours(), ours()],
      Tool: [{ matcher: "Edit", hooks: [{ command: "fmt" }, hook, { command: "lint" }] }],
    },
  });
  assert.deepEqual(JSON.parse(rewrite(file, "put")!), {
    hooks: {
      Start: [ours()],
      // The matcher of a shared group is not ours to change.
      Tool: [{ matcher: "Edit", hooks: [{ command: "fmt" }, hook, { command: "lint" }] }],
    },
  });
  assert.deepEqual(JSON.parse(rewrite(file, "remove")!), {
    hooks: { Tool: [{ matcher: "Edit", hooks: [{ command: "fmt" }, { command: "lint" }] }] },
  });
});

Deno.test("a file that cannot be changed safely is left alone, and says why", () => {
  const cases: [file: string | Uint8Array, reason: string][] = [
    ["{", "it is not JSON"],
    ["[]", "it is not a JSON object"],
    ["{'a': 1}", "it is not JSON"],
    ['{"a": 1} x', "it is not JSON"],
    ['{"hooks": 3}', 'its "hooks" is not an object'],
    ['{"hooks": {"Tool": {}}}', "its hooks for Tool are not a list"],
    ['{"hooks": {}, "hooks": {}}', 'it has the member "hooks" twice'],
    ['{"hooks": {"Tool": [], "Tool": []}}', 'it has the member "Tool" twice'],
    [new Uint8Array([0x7b, 0xff, 0x7d]), "it is not UTF-8 text"],
    [new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), "it is not UTF-8 text"],
    [`{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`, "it is not JSON"],
    [
      JSON.stringify({ hooks: { Start: Array.from({ length: 60 }, () => ours()) } }),
      "it has more than 50 hooks of repoctx",
    ],
  ];
  for (const [file, reason] of cases) {
    assert.equal(rewrite(file, "put"), `untouched: ${reason}`);
  }
  assert.equal(rewrite('{"version": 2}', "put", FLAT), 'untouched: its "version" is not 1');
  // Nothing of ours is in it, so taking out has nothing to complain of.
  assert.equal(rewrite("{", "remove"), "{");
  assert.equal(rewrite('{"command": "repoctx hook x"', "remove"), "untouched: it is not JSON");
});

Deno.test("odd things in the lists are passed over", () => {
  const file = JSON.stringify({
    hooks: { Tool: ["x", null, 7, { hooks: "x" }, { hooks: ["x", { command: 3 }] }, []], Other: [[{}]] },
  });
  assert.equal(rewrite(rewrite(file, "put"), "remove"), file);
});

Deno.test("whatever stands in a file, its values survive putting in and taking out", () => {
  const hook = fc.record({ type: fc.constant("command"), command: fc.string() }, { requiredKeys: [] });
  const group = fc.record({ matcher: fc.string(), hooks: fc.array(hook, { minLength: 1, maxLength: 3 }) });
  const events = fc.dictionary(
    fc.constantFrom("Start", "Tool", "Other"),
    fc.array(group, { minLength: 1, maxLength: 3 }),
    {
      minKeys: 1,
      noNullPrototype: true,
    },
  );
  const document = fc.record({
    a: fc.jsonValue({ noUnicodeString: false }),
    hooks: events,
    z: fc.jsonValue(),
  }, {
    requiredKeys: ["a"],
  });
  const indent = fc.constantFrom(undefined, 1, 2, 4, "\t");
  fc.assert(fc.property(document, indent, fc.boolean(), (value, space, isWindows) => {
    const text = JSON.stringify(value, undefined, space);
    const file = isWindows ? text.replaceAll("\n", "\r\n") : text;
    const made = rewrite(file, "put")!;
    const parsed = JSON.parse(made);
    for (const [event, groups] of Object.entries(value.hooks ?? {})) {
      assert.deepEqual(parsed.hooks[event].slice(0, groups.length), JSON.parse(JSON.stringify(groups)));
    }
    assert.equal(rewrite(made, "put"), made);
    assert.equal(rewrite(made, "remove"), file);
  }));
});
