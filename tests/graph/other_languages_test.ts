import assert from "node:assert/strict";
import { type Facts, file, graphOf, importsOf, symbolUses } from "./_graph_input.ts";

function edges(path: string, facts: Facts, ...others: string[]): string[] {
  return importsOf(graphOf([file(path, facts), ...others.map((each) => file(each))]), path);
}

function includes(...specifiers: string[]): Facts {
  return { imports: specifiers.map((specifier) => ({ specifier, kind: "include" as const })) };
}

Deno.test("a C include is sought beside the file, below folders above, then anywhere when unique", () => {
  assert.deepEqual(edges("src/a.c", includes('"b.h"', '"../x/c.h"'), "b.h", "src/b.h", "x/c.h"), [
    "src/b.h",
    "x/c.h",
  ]);
  assert.deepEqual(edges("src/a.cc", includes('"app/b.h"', '"c.h"'), "include/app/b.h", "inc/c.h"), [
    "inc/c.h",
    "include/app/b.h",
  ]);
  assert.deepEqual(edges("src/a.c", includes('"deep/b.h"'), "third/party/deep/b.h"), [
    "third/party/deep/b.h",
  ]);
  assert.deepEqual(edges("src/a.c", includes('"deep/b.h"'), "one/deep/b.h", "two/deep/b.h"), []);
});

Deno.test("an include in angle brackets is the system's unless it lies in an include folder", () => {
  assert.deepEqual(edges("src/a.c", includes("<string.h>", "<app/b.h>"), "src/string.h", "include/app/b.h"), [
    "include/app/b.h",
  ]);
  assert.deepEqual(edges("src/a.c", includes("<sys/types.h>"), "compat/sys/types.h"), []);
});

Deno.test("a C name is used from the only included file that declares it", () => {
  const header = file("b.h", { symbols: ["function open_box", "class Box"], namespaces: ["kit"] });
  const other = file("c.h", { symbols: ["function twice"] });
  const third = file("d.h", { symbols: ["function twice"] });
  const main = file("a.cc", {
    ...includes('"b.h"', '"c.h"', '"d.h"'),
    symbols: ["function main"],
    references: ["call open_box @ main", "new kit.Box @ main", "call twice @ main"],
  });
  const files = [main, header, other, third];
  assert.deepEqual(symbolUses(graphOf(files), files), ["a.cc#main -> b.h#open_box", "a.cc#main -> b.h#Box"]);
});

Deno.test("Ruby files are required relative to themselves, to lib folders above, or to the only one", () => {
  const requires = (...specifiers: string[]): Facts => {
    return { imports: specifiers.map((specifier) => ({ specifier, kind: "require" as const })) };
  };
  assert.deepEqual(
    edges("lib/acme/a.rb", requires("./b", "acme/c", "json"), "lib/acme/b.rb", "lib/acme/c.rb"),
    [
      "lib/acme/b.rb",
      "lib/acme/c.rb",
    ],
  );
  assert.deepEqual(edges("bin/a.rb", requires("acme/c"), "gems/one/lib/acme/c.rb"), [
    "gems/one/lib/acme/c.rb",
  ]);
  assert.deepEqual(edges("bin/a.rb", requires("c"), "x/lib/c.rb", "y/lib/c.rb"), []);
});

Deno.test("a Ruby constant is used from its only declaration or from the file named after it", () => {
  const files = [
    file("app/main.rb", {
      symbols: ["module Shop", "class Shop.Main", "method Shop.Main.run"],
      references: [
        "call Order.find @ Shop.Main.run",
        "inherit Base @ Shop.Main",
        "type Shop.HTTPClient @ Shop.Main",
        "call order.find @ Shop.Main.run",
        "type Shop @ Shop.Main",
      ],
    }),
    file("app/shop/order.rb", { symbols: ["module Shop", "class Shop.Order"] }),
    file("app/base.rb", { symbols: ["class Base"] }),
    file("app/shop/http_client.rb", { symbols: ["class Shop.HTTPClient"] }),
    file("config/patch.rb", { symbols: ["class Shop.HTTPClient"] }),
  ];
  assert.deepEqual(importsOf(graphOf(files), "app/main.rb"), [
    "app/base.rb",
    "app/shop/http_client.rb",
    "app/shop/order.rb",
  ]);
});

Deno.test("a Swift type is used only when one visible file declares it", () => {
  const main = (...imports: string[]) => {
    return file("Sources/App/Main.swift", { imports, references: ["new View", "type Kit.Box", "type Two"] });
  };
  const others = [
    file("Sources/App/View.swift", { symbols: ["struct View"] }),
    file("Sources/App/View+More.swift", { symbols: ["extension View"] }),
    file("Sources/Kit/Box.swift", { symbols: ["class Box"] }),
    file("Sources/App/A.swift", { symbols: ["enum Two"] }),
    file("Sources/App/B.swift", { symbols: ["enum Two"] }),
  ];
  const path = "Sources/App/Main.swift";
  assert.deepEqual(importsOf(graphOf([main(), ...others]), path), ["Sources/App/View.swift"]);
  assert.deepEqual(importsOf(graphOf([main("Kit"), ...others]), path), [
    "Sources/App/View.swift",
    "Sources/Kit/Box.swift",
  ]);
});

Deno.test("a shell script sources files beside it or at the root, and uses their functions", () => {
  const sourced = file("bin/a.sh", { symbols: ["function log"] });
  const main = file("bin/run.sh", {
    imports: ["./a.sh", "lib/d.sh", "/etc/profile", "../../x.sh"],
    symbols: ["function run"],
    references: ["call log @ run", "call ls @ run"],
  });
  const files = [main, sourced, file("lib/d.sh"), file("x.sh")];
  const graph = graphOf(files);
  assert.deepEqual(importsOf(graph, "bin/run.sh"), ["bin/a.sh", "lib/d.sh"]);
  assert.deepEqual(symbolUses(graph, files), ["bin/run.sh#run -> bin/a.sh#log"]);
});
