import assert from "node:assert/strict";
import { type Facts, file, graphOf, importsOf, named, symbolUses } from "./_graph_input.ts";

/** The import edges of a Java file of package `app` in a repository of declarations by path. */
function java(
  facts: Facts,
  others: Record<string, string[]>,
  manifests: Record<string, string> = {},
): string[] {
  const files = Object.entries(others).map(([path, symbols]) => {
    const name = symbols[0]!.split(" ")[1]!;
    return file(path, { symbols, namespaces: [name.slice(0, name.lastIndexOf("."))] });
  });
  const main = file("m/Main.java", { symbols: ["class app.Main"], namespaces: ["app"], ...facts });
  return importsOf(graphOf([main, ...files], manifests), "m/Main.java");
}

Deno.test("Java and Kotlin imports lead to classes, nested classes, members and functions", () => {
  const others = {
    "a/Log.java": ["class acme.Log", "class acme.Log.Level", "method acme.Log.info"],
    "a/Tool.kt": ["function acme.tools.run", "class acme.tools.Tool"],
  };
  assert.deepEqual(java({ imports: [named("acme.Log", "Log")] }, others), ["a/Log.java"]);
  assert.deepEqual(java({ imports: [named("acme.Log.Level", "Level")] }, others), ["a/Log.java"]);
  assert.deepEqual(java({ imports: [named("acme.Log", "info")] }, others), ["a/Log.java"]);
  assert.deepEqual(java({ imports: [named("acme.tools.run", "run as go")] }, others), ["a/Tool.kt"]);
  assert.deepEqual(java({ imports: [named("java.util.List", "List")] }, others), []);
});

Deno.test("a starred package and the own package count by the names that are used", () => {
  const others = {
    "a/Log.java": ["class acme.Log"],
    "a/Bag.java": ["class acme.Bag"],
    "m/Own.java": ["class app.Own"],
  };
  const imports = [named("acme", "* as *")];
  assert.deepEqual(java({ imports, references: ["type Log", "new Own"] }, others), [
    "a/Log.java",
    "m/Own.java",
  ]);
  assert.deepEqual(java({ imports }, others), []);
  const twin = { ...others, "b/Log.java": ["class other.Log"] };
  const both = [...imports, named("other", "* as *")];
  assert.deepEqual(java({ imports: both, references: ["type Log"] }, twin), []);
  assert.deepEqual(java({ references: ["type Main", "type Log", "call log.Log"] }, others), []);
});

Deno.test("names written in full are found, names of variables are not", () => {
  const others = { "a/Log.java": ["class acme.util.Log", "method acme.util.Log.info"] };
  assert.deepEqual(java({ references: ["call acme.util.Log.info"] }, others), ["a/Log.java"]);
  assert.deepEqual(java({ references: ["call util.Log.info", "call acme.util.info"] }, others), []);
  const values = { "a/Top.kt": ["constant app.root", "method app.root.key"] };
  assert.deepEqual(java({ references: ["call root.key"] }, values), []);
});

Deno.test("of twins the one of the same build is meant", () => {
  const others = { "m/Log.java": ["class acme.Log"], "n/Log.java": ["class acme.Log"] };
  const facts = { imports: [named("acme.Log", "Log")] };
  assert.deepEqual(java(facts, others, { "m/pom.xml": "", "n/pom.xml": "" }), ["m/Log.java"]);
  assert.deepEqual(
    java(facts, { "x/Log.java": ["class acme.Log"], "y/Log.java": ["class acme.Log"] }, {
      "m/pom.xml": "",
      "x/pom.xml": "",
      "y/pom.xml": "",
    }),
    [],
  );
});

Deno.test("PHP uses are followed by alias, namespace and full name, and includes by path", () => {
  const files = [
    file("src/Main.php", {
      symbols: ["class App.Main", "method App.Main.run"],
      namespaces: ["App"],
      imports: [
        named("Lib\\Log", "Log as L"),
        { specifier: "./helpers.php", kind: "require" },
        { specifier: "config/app.php", kind: "require" },
      ],
      references: [
        "call L.info @ App.Main.run",
        "new Peer @ App.Main.run",
        "type Lib.Deep.Box @ App.Main.run",
      ],
    }),
    file("src/Peer.php", { symbols: ["class App.Peer"], namespaces: ["App"] }),
    file("lib/Log.php", { symbols: ["class Lib.Log", "method Lib.Log.info"], namespaces: ["Lib"] }),
    file("lib/Box.php", { symbols: ["class Lib.Deep.Box"], namespaces: ["Lib\\Deep"] }),
    file("src/helpers.php"),
    file("config/app.php"),
  ];
  const graph = graphOf(files);
  assert.deepEqual(importsOf(graph, "src/Main.php"), [
    "config/app.php",
    "lib/Box.php",
    "lib/Log.php",
    "src/Peer.php",
    "src/helpers.php",
  ]);
  assert.deepEqual(symbolUses(graph, files), [
    "src/Main.php#App.Main.run -> lib/Box.php#Lib.Deep.Box",
    "src/Main.php#App.Main.run -> lib/Log.php#Lib.Log.info",
    "src/Main.php#App.Main.run -> src/Peer.php#App.Peer",
  ]);
});
