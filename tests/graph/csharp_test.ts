import assert from "node:assert/strict";
import type { ImportRecord } from "../../src/model/mod.ts";
import { type Facts, file, graphOf, importsOf, symbolUses } from "./_graph_input.ts";

type Using = Partial<ImportRecord> & { specifier: string };

function using(specifier: string, line = 1): Using {
  return { specifier, kind: "using", line };
}

/** The import edges of `App/User.cs`, which has these facts, in a repository of types by path. */
function edges(
  user: Facts,
  types: Record<string, string[]>,
  manifests: Record<string, string> = {},
): string[] {
  const others = Object.entries(types).map(([path, symbols]) => file(path, { symbols }));
  return importsOf(graphOf([file("App/User.cs", user), ...others], manifests), "App/User.cs");
}

const USER = ["namespace App", "class App.User", "method App.User.Run"];

Deno.test("of two types with one name the using, the qualifier or the own namespace decides", () => {
  const types = {
    "Foundry/Trellis.cs": ["namespace Plant.Foundry", "class Plant.Foundry.Trellis"],
    "Nursery/Trellis.cs": ["namespace Plant.Nursery", "class Plant.Nursery.Trellis"],
  };
  const use = "new Trellis @ App.User.Run";
  assert.deepEqual(edges({ symbols: USER, imports: [using("Plant.Foundry")], references: [use] }, types), [
    "Foundry/Trellis.cs",
  ]);
  assert.deepEqual(
    edges({ symbols: USER, references: ["new Plant.Nursery.Trellis @ App.User.Run"] }, types),
    ["Nursery/Trellis.cs"],
  );
  const inside = ["namespace Plant.Nursery.Beds", "class Plant.Nursery.Beds.Row"];
  assert.deepEqual(edges({ symbols: inside, references: ["type Trellis @ Plant.Nursery.Beds.Row"] }, types), [
    "Nursery/Trellis.cs",
  ]);
  assert.deepEqual(edges({ symbols: USER, references: [use] }, types), []);
  const both = [using("Plant.Foundry"), using("Plant.Nursery")];
  assert.deepEqual(edges({ symbols: USER, imports: both, references: [use] }, types), []);
});

Deno.test("types of one name never import each other, and a file does not import what it declares", () => {
  const files = ["A", "B"].map((place) => {
    const symbols = [`namespace Plant.${place}`, `class Plant.${place}.Trellis`];
    return file(`${place}.cs`, { symbols, references: [`type Trellis @ Plant.${place}.Trellis`] });
  });
  assert.deepEqual(graphOf(files), { edges: [], symbolEdges: [] });
});

Deno.test("a plain use in the same namespace, or of a type without one, gives the edge", () => {
  const types = { "App/Order.cs": ["namespace App", "record App.Order"], "Util.cs": ["class Util"] };
  const references = ["type Order @ App.User", "new Util @ App.User.Run"];
  assert.deepEqual(edges({ symbols: USER, references }, types), ["App/Order.cs", "Util.cs"]);
});

Deno.test("all kinds of types count, and no type of another language does", () => {
  const kinds = ["class", "interface", "struct", "record", "enum", "delegate"];
  const types = Object.fromEntries(kinds.map((kind) => [`${kind}.cs`, [`${kind} App.T${kind}`]]));
  const references = [...kinds.map((kind) => `type T${kind} @ App.User`), "type Elsewhere @ App.User"];
  const paths = edges({ symbols: USER, references }, { ...types, "e.ts": ["class App.Elsewhere"] });
  assert.deepEqual(paths, kinds.map((kind) => `${kind}.cs`).sort());
});

Deno.test("global usings hold in their project only, whether in code or in the project file", () => {
  const types = { "Core/Pallet.cs": ["namespace Core", "record Core.Pallet"] };
  const global = file("App/GlobalUsings.cs", { imports: [{ specifier: "Core", kind: "global-using" }] });
  const user = (path: string) => file(path, { symbols: USER, references: ["type Pallet @ App.User"] });
  const core = file("Core/Pallet.cs", { symbols: types["Core/Pallet.cs"] });
  const projects = { "App/App.csproj": "<Project/>", "Other/Other.csproj": "<Project/>" };
  const graph = graphOf([global, user("App/User.cs"), user("Other/User.cs"), core], projects);
  assert.deepEqual(importsOf(graph, "App/User.cs"), ["Core/Pallet.cs"]);
  assert.deepEqual(importsOf(graph, "Other/User.cs"), []);
  for (
    const manifests of [
      { "App/App.csproj": `<Project><ItemGroup><Using Include="Core" /></ItemGroup></Project>` },
      {
        "App/App.csproj": "<Project/>",
        "Directory.Build.props": `<Project><Using Include="Core"/></Project>`,
      },
    ]
  ) {
    const facts = { symbols: USER, references: ["type Pallet @ App.User"] };
    assert.deepEqual(edges(facts, types, manifests), ["Core/Pallet.cs"]);
  }
});

Deno.test("aliases stand for types and namespaces", () => {
  const types = { "Core/Pallet.cs": ["namespace Core.Store", "record Core.Store.Pallet"] };
  const alias = (specifier: string, local: string): Using => {
    return { specifier, kind: "using-alias", names: [{ imported: "*", local }] };
  };
  const type = {
    symbols: USER,
    imports: [alias("Core.Store.Pallet", "Box")],
    references: ["new Box @ App.User"],
  };
  assert.deepEqual(edges(type, types), ["Core/Pallet.cs"]);
  const space = {
    symbols: USER,
    imports: [alias("Core.Store", "S")],
    references: ["new S.Pallet @ App.User"],
  };
  assert.deepEqual(edges(space, types), ["Core/Pallet.cs"]);
  const foreign = {
    symbols: USER,
    imports: [using("Core.Store"), alias("System.Other", "Pallet")],
    references: ["new Pallet @ App.User"],
  };
  assert.deepEqual(edges(foreign, types), []);
});

Deno.test("usings inside a namespace may be relative and come before the namespaces around it", () => {
  const symbols = ["namespace NLog.Targets", "class NLog.Targets.FileTarget"];
  const types = {
    "I.cs": ["namespace NLog.Internal", "class NLog.Internal.Guard"],
    "G.cs": ["class NLog.Guard"],
  };
  const facts = {
    symbols,
    namespaces: ["NLog.Targets"],
    references: ["type Guard @ NLog.Targets.FileTarget"],
  };
  assert.deepEqual(edges({ ...facts, imports: [using("Internal", 2)] }, types), ["I.cs"]);
  assert.deepEqual(edges({ ...facts, imports: [using("NLog.Internal", 1)] }, types), ["G.cs"]);
});

Deno.test("nested types are found by qualifier, from inside, and through base types", () => {
  const types = {
    "Base.cs": ["namespace Lib", "class Lib.Base", "enum Lib.Base.Mode", "class Lib.Base.Other"],
    "Mode.cs": ["namespace App.Deep", "enum App.Deep.Mode"],
  };
  const facts = { symbols: USER, imports: [using("Lib")] };
  assert.deepEqual(edges({ ...facts, references: ["type Base.Mode @ App.User"] }, types), ["Base.cs"]);
  assert.deepEqual(edges({ ...facts, references: ["type Mode @ App.User"] }, types), []);
  const derived = ["inherit Base @ App.User", "type Mode @ App.User.Run"];
  const files = [
    file("App/User.cs", { ...facts, references: derived }),
    ...Object.entries(types).map(([path, symbols]) => file(path, { symbols })),
  ];
  assert.deepEqual(symbolUses(graphOf(files), files), [
    "App/User.cs#App.User -> Base.cs#Lib.Base",
    "App/User.cs#App.User.Run -> Base.cs#Lib.Base.Mode",
  ]);
});

Deno.test("types whose base types form a ring are survived", () => {
  const files = ["A", "B"].map((name, index) => {
    const references = [
      `inherit ${"BA"[index]} @ App.${name}`,
      `type Missing @ App.${name}`,
      "call B.Nothing",
    ];
    return file(`${name}.cs`, { symbols: ["namespace App", `class App.${name}`], references });
  });
  const missing = file("M.cs", { symbols: ["class Other.Missing"] });
  assert.deepEqual(importsOf(graphOf([...files, missing]), "A.cs"), ["B.cs"]);
});

Deno.test("thousands of types whose bases are nested in the next one are survived", () => {
  const files = Array.from({ length: 3_000 }, (_, index) => {
    const symbols = ["namespace App", `class App.T${index}`, `class App.T${index}.N`];
    return file(`T${index}.cs`, {
      symbols,
      references: [`inherit T${index + 1}.N @ App.T${index}`, `inherit X @ App.T${index}.N`],
    });
  });
  const graph = graphOf([...files, file("X.cs", { symbols: ["class Z.X"] })]);
  assert.deepEqual(importsOf(graph, "T0.cs"), ["T1.cs"]);
});

Deno.test("a receiver is a type only when the type has such a static member", () => {
  const types = {
    "Guard.cs": ["class App.Guard", "method App.Guard.NotNull: public static void NotNull(object o)"],
    "Logger.cs": ["class App.Logger", "method App.Logger.Info: public void Info()"],
    "Color.cs": ["enum App.Color", "enummember App.Color.Red"],
    "Base.cs": ["class App.Base", "field App.Base.Empty: public static readonly Base Empty"],
    "Box.cs": ["class App.Box"],
  };
  const references = [
    "call Guard.NotNull @ App.User.Run",
    "call Logger.Info @ App.User.Run",
    "value Color.Red @ App.User.Run",
    "call Base.Empty.Open @ App.User.Run",
    "call box.Base.Empty.Open @ App.User.Run",
  ];
  const user = file("User.cs", { symbols: USER, references });
  const files = [user, ...Object.entries(types).map(([path, symbols]) => file(path, { symbols }))];
  assert.deepEqual(symbolUses(graphOf(files), files), [
    "User.cs#App.User.Run -> Base.cs#App.Base.Empty",
    "User.cs#App.User.Run -> Color.cs#App.Color.Red",
    "User.cs#App.User.Run -> Guard.cs#App.Guard.NotNull",
  ]);
});

Deno.test("static usings bring in members, own members come first, and the using alone is a use", () => {
  const types = {
    "M.cs": ["class Core.Measures", "method Core.Measures.Area: public static int Area(int a)"],
  };
  const own: Using = { specifier: "Core.Measures", kind: "using-static" };
  assert.deepEqual(edges({ symbols: USER, imports: [own] }, types), ["M.cs"]);
  const global = file("App/G.cs", {
    imports: [{ specifier: "Core.Measures", kind: "global-using", names: [{ imported: "*", local: "*" }] }],
  });
  const call = "call Area @ App.User.Run";
  const measures = file("M.cs", { symbols: types["M.cs"] });
  const user = (symbols: string[]) => file("App/User.cs", { symbols, references: [call] });
  assert.deepEqual(importsOf(graphOf([global, user(USER), measures]), "App/User.cs"), ["M.cs"]);
  const shadowing = user([...USER, "method App.User.Area"]);
  assert.deepEqual(importsOf(graphOf([global, shadowing, measures]), "App/User.cs"), []);
});

Deno.test("extension methods are linked when visible and unmistakable", () => {
  const extension = (container: string, name: string) => {
    return [
      `class ${container}`,
      `method ${container}.${name}: public static View ${name}(this Order order)`,
    ];
  };
  const types = { "V.cs": extension("Lib.Views", "ToView"), "W.cs": extension("Far.Views", "ToView") };
  const facts = { symbols: USER, references: ["call order.ToView @ App.User.Run"] };
  assert.deepEqual(edges({ ...facts, imports: [using("Lib")] }, types), ["V.cs"]);
  assert.deepEqual(edges(facts, types), []);
  assert.deepEqual(edges({ ...facts, imports: [using("Lib"), using("Far")] }, types), []);
  const plain = { ...types, "P.cs": ["class Other.P", "method Other.P.ToView: public void ToView()"] };
  assert.deepEqual(edges({ ...facts, imports: [using("Lib")] }, plain), []);
  const common = { "V.cs": extension("Lib.Views", "ToList") };
  const call = { symbols: USER, imports: [using("Lib")], references: ["call order.ToList @ App.User.Run"] };
  assert.deepEqual(edges(call, common), []);
});

Deno.test("an attribute is found without the end of its name", () => {
  const types = { "A.cs": ["class App.AuditAttribute"] };
  assert.deepEqual(edges({ symbols: USER, references: ["type Audit @ App.User"] }, types), ["A.cs"]);
});

Deno.test("a partial type is all its parts, unless the file is one of them", () => {
  const types = { "P.cs": ["class App.Part"], "P.More.cs": ["class App.Part"] };
  assert.deepEqual(edges({ symbols: USER, references: ["type Part @ App.User"] }, types), [
    "P.More.cs",
    "P.cs",
  ]);
  const own = { symbols: ["class App.Part"], references: ["type Part @ App.Part"] };
  assert.deepEqual(edges(own, types), []);
});

Deno.test("of types that differ in their type parameters only, the mentioned one is linked", () => {
  const types = {
    "F.cs": ["class App.Factory: class Factory"],
    "F-T.cs": ["class App.Factory: class Factory<T>"],
  };
  const user = (signature: string) => {
    const symbols = ["class App.User", `field App.User.it: ${signature}`];
    return edges({ symbols, references: ["type Factory @ App.User.it"] }, types);
  };
  assert.deepEqual(user("private Factory it"), ["F.cs"]);
  assert.deepEqual(user("private Factory<List<int>> it"), ["F-T.cs"]);
});

Deno.test("a type that several projects declare is the one of the own or of a referenced project", () => {
  const types = { "A/Money.cs": ["class Shop.Money"], "B/Money.cs": ["class Shop.Money"] };
  const facts = { symbols: USER, imports: [using("Shop")], references: ["type Money @ App.User"] };
  const projects = (reference: string) => ({
    "A/A.csproj": "<Project/>",
    "B/B.csproj": "<Project/>",
    "C/C.csproj": `<Project><ItemGroup><ProjectReference Include="..\\A\\A.csproj"/></ItemGroup></Project>`,
    "App/App.csproj": `<Project><ItemGroup>${reference}</ItemGroup></Project>`,
  });
  const reference = (path: string) => `<ProjectReference Include="${path}" />`;
  assert.deepEqual(edges(facts, types, projects("")), []);
  assert.deepEqual(edges(facts, types, projects(reference("..\\A\\A.csproj"))), ["A/Money.cs"]);
  assert.deepEqual(edges(facts, types, projects(reference("$(Root)/nowhere/B.csproj"))), ["B/Money.cs"]);
  assert.deepEqual(edges(facts, types, projects(reference("..\\C\\C.csproj"))), ["A/Money.cs"]);
  const own = { ...types, "App/Money.cs": ["class Shop.Money"] };
  assert.deepEqual(edges(facts, own, projects(reference("..\\A\\A.csproj"))), ["App/Money.cs"]);
});

Deno.test("broken and absurd project files are survived", () => {
  const types = { "Core/Pallet.cs": ["class App.Pallet"] };
  for (
    const text of ["", "<", "<Project>", "\uFEFF<Project/>", "<a>".repeat(100_000), `<!DOCTYPE x [<!ENTITY`]
  ) {
    const facts = { symbols: USER, references: ["type Pallet @ App.User"] };
    const manifests = { "App/App.csproj": text, "Core/Core.csproj": text, "Directory.Build.props": text };
    assert.deepEqual(edges(facts, types, manifests), ["Core/Pallet.cs"]);
  }
});
