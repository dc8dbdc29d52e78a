import assert from "node:assert/strict";
import { docs, exported, imports, names, parse, ranges, references, signatures } from "./_parsing.ts";

const SAMPLE = `namespace Yard.Tools
{
    /// <summary>Lifts <see cref="Crate"/> and
    /// <paramref name="count"/> more.</summary>
    /// <remarks>Slowly.</remarks>
    [Serializable]
    public abstract partial class Crane<T> : Machine<T>, ILift where T : class, new()
    {
        private readonly Rope _rope = new Rope(), _spare;
        public const int Max = 3;
        public event EventHandler<Args> Moved;
        public event Action Stopped { add { } remove { } }
        public delegate void Handler(object sender);
        public Crane(Rope rope) : base(rope) { }
        ~Crane() { }
        public int Count { get; private set; } = 5;
        public string Name => "crane";
        public T this[int index] { get => default; }
        public static Crane<T> operator +(Crane<T> a, Crane<T> b) => a;
        public static implicit operator string(Crane<T> c) => "";
        [Obsolete("no")]
        protected internal async Task<int> Lift(
            [FromBody] int weight,
            CancellationToken token = default)
        {
            int Half(int x) { return x / 2; }
            return Half(weight);
        }
        void ILift.Lower() { }
        public class Hook { }
    }
    internal interface ILift : IDisposable { void Lower(); int Height { get; } }
    public enum Load : byte { Light = 1, [Old] Heavy }
    public record Crate(string Code, int Boxes);
    public readonly record struct Slot(int Row);
    public struct Point { public int X; }
    public class Cart(int wheels) : Base(wheels) { }
    file class Hidden { }
}
`;

Deno.test("C# declarations of every kind are symbols", async () => {
  const file = await parse("csharp", SAMPLE);
  assert.equal(file.hasErrors, false);
  assert.deepEqual(file.namespaces, ["Yard.Tools"]);
  assert.deepEqual(names(file).map((name) => name.replace(" Yard.Tools", " ").replace(" .", " ")), [
    "namespace ",
    "class Crane",
    "field Crane._rope",
    "field Crane._spare",
    "constant Crane.Max",
    "event Crane.Moved",
    "event Crane.Stopped",
    "delegate Crane.Handler",
    "constructor Crane.Crane",
    "method Crane.~Crane",
    "property Crane.Count",
    "property Crane.Name",
    "indexer Crane.this[]",
    "operator Crane.operator +",
    "operator Crane.implicit operator string",
    "method Crane.Lift",
    "function Crane.Lift.Half",
    "method Crane.Lower",
    "class Crane.Hook",
    "property ILift.Height",
    "interface ILift",
    "method ILift.Lower",
    "enummember Load.Heavy",
    "enummember Load.Light",
    "enum Load",
    "property Crate.Boxes",
    "property Crate.Code",
    "record Crate",
    "constructor Crate.Crate",
    "property Slot.Row",
    "record Slot",
    "constructor Slot.Slot",
    "struct Point",
    "field Point.X",
    "class Cart",
    "constructor Cart.Cart",
    "class Hidden",
  ]);
});

Deno.test("C# signatures leave out attributes and bodies", async () => {
  const found = signatures(await parse("csharp", SAMPLE));
  const expected: Record<string, string> = {
    "_rope": "private readonly Rope _rope",
    "Max": "public const int Max = 3",
    "Moved": "public event EventHandler<Args> Moved",
    "Count": "public int Count { get; private set; }",
    "Name": "public string Name",
    "this[]": "public T this[int index]",
    "operator +": "public static Crane<T> operator +(Crane<T> a, Crane<T> b)",
    "Lift": "protected internal async Task<int> Lift(int weight, CancellationToken token = default)",
    "Heavy": "Heavy",
    "Slot": "Slot(int Row)",
    "Hook": "public class Hook",
  };
  for (const [name, signature] of Object.entries(expected)) assert.equal(found[name], signature);
  const crane = (await parse("csharp", SAMPLE)).symbols.find(({ kind }) => kind === "class");
  assert.equal(
    crane?.signature,
    "public abstract partial class Crane<T> : Machine<T>, ILift where T : class, new()",
  );
});

Deno.test("C# docs are the summary with the names references stand for", async () => {
  const file = await parse("csharp", SAMPLE);
  assert.deepEqual(
    file.symbols.filter(({ doc }) => doc !== "").map(({ name, doc, docStartLine, startLine }) => {
      return [name, doc, docStartLine, startLine];
    }),
    [["Crane", "Lifts Crate and count more.", 3, 6]],
  );
  const other = await parse(
    "csharp",
    "/** <summary>Block &lt;T&gt;.</summary> */\nclass A { /* plain */ int b; }\n/// No tags <c>x</c>.\n\nenum E { }\n//// ruler\nclass C { }\n/// <summary>Over a directive.</summary>\n#if !OLD\nclass D { }\n#endif\n",
  );
  assert.deepEqual(docs(other), { A: "Block <T>.", E: "No tags x.", D: "Over a directive." });
});

Deno.test("C# visibility follows the language's defaults, and only the visible is exported", async () => {
  const file = await parse(
    "csharp",
    "class A { int a; public int b; } public class B { void c() {} protected void d() {} public enum E { F } } public interface I { void g(); }",
  );
  assert.deepEqual(file.symbols.map(({ name, visibility }) => `${name} ${visibility}`), [
    "A internal",
    "B public",
    "E public",
    "F public",
    "I public",
    "a private",
    "b public",
    "c private",
    "d protected",
    "g public",
  ]);
  assert.deepEqual(exported(file), ["B", "E", "F", "I", "d", "g"]);
});

Deno.test("usings of every form and both forms of namespaces are recorded", async () => {
  const file = await parse(
    "csharp",
    "global using A.B;\nglobal using static A.Measures;\nusing C;\nusing static System.Math;\nusing Map = System.Collections.Generic.Dictionary<string, int>;\nnamespace Outer.Inner;\npublic class X { }\nclass Y { }\n",
  );
  assert.deepEqual(imports(file), [
    "1 global-using A.B",
    "2 global-using A.Measures *>*",
    "3 using C",
    "4 using-static System.Math",
    "5 using-alias System.Collections.Generic.Dictionary<string,int> *>Map",
  ]);
  assert.deepEqual(file.namespaces, ["Outer.Inner"]);
  assert.deepEqual(names(file), ["namespace Outer.Inner", "class Outer.Inner.X", "class Outer.Inner.Y"]);
  assert.deepEqual(ranges(file), { "Outer.Inner": "6-6", X: "7-7", Y: "8-8" });
  const nested = await parse("csharp", "namespace A { namespace B.C { class D { } } }");
  assert.deepEqual(nested.namespaces, ["A", "A.B.C"]);
});

Deno.test("C# references come from syntax, never from comments and strings", async () => {
  const file = await parse(
    "csharp",
    `class Job : Base, IRun {
  // Comment.Type
  string s = "new InString()";
  [Flag] Foo? Run<T>(List<Bar> bars, T own) where T : IItem {
    var a = new Plant.Nursery.Trellis().Turn();
    if (a is Baz b && a is Qux) Helper.Do<Arg>(1);
    try { } catch (MyException) { }
    object o = (Casted)a as Other;
    return Settings.Default ?? typeof(Thing);
  }
  int n = Area(2, 3);
  string name = nameof(Named);
}`,
  );
  assert.deepEqual(references(file), [
    "inherit Base @Job",
    "inherit IRun @Job",
    "type Bar @Run",
    "type Flag @Run",
    "type Foo @Run",
    "type IItem @Run",
    "type List @Run",
    "new Plant.Nursery.Trellis @Run",
    "call Turn @Run",
    "type Arg @Run",
    "type Baz @Run",
    "call Helper.Do @Run",
    "type Qux @Run",
    "type MyException @Run",
    "type Casted @Run",
    "type Other @Run",
    "value Settings.Default @Run",
    "type Thing @Run",
    "call Area @n",
    "value Named @name",
  ]);
});

Deno.test("public actions of controllers are routes, their helpers are not", async () => {
  const file = await parse(
    "csharp",
    `[ApiController] public class Orders { public string List() => ""; }
public class UsersController { public int Get() => 1; private int Help() => 1; [NonAction] public int No() => 1; public static int Make() => 1; public UsersController() { } }
public class Plain { [HttpPost("x")] public void Add() { } public void Other() { } }
public interface IController { void Get(); }`,
  );
  assert.deepEqual(
    file.symbols.filter(({ kind }) => kind === "route").map(({ qualifiedName }) => qualifiedName),
    [
      "Orders.List",
      "UsersController.Get",
      "Plain.Add",
    ],
  );
});

Deno.test("conditional compilation inside statements does not hide members", async () => {
  const file = await parse(
    "csharp",
    `namespace N {
  public
#if !OLD
  readonly
#endif
  struct Entry { public int Get() { if (a) { }
#if NEW
    else
#endif
    { } return 1; } }
  class After { void M() { } }
}`,
  );
  assert.equal(file.hasErrors, false);
  assert.deepEqual(names(file), [
    "namespace N",
    "struct N.Entry",
    "method N.Entry.Get",
    "class N.After",
    "method N.After.M",
  ]);
});

Deno.test("declarations around and inside broken C# are found", async () => {
  const file = await parse(
    "csharp",
    "namespace Yard;\n\npublic class Before\n{\n    public void Weigh() { }\n}\n\npublic class Torn\n{\n    public void Lost( { int = ; }\n\n}\n\npublic class After\n{\n    public void Sort() { }\n}\n",
  );
  assert.equal(file.hasErrors, true);
  const found = file.symbols.map(({ name }) => name);
  for (const name of ["Before", "Weigh", "Torn", "Lost", "After", "Sort"]) {
    assert.ok(found.includes(name), name);
  }
  assert.deepEqual(ranges(file)["After"], "14-17");
});

Deno.test("empty collection expressions and collection parameters are no errors", async () => {
  const file = await parse(
    "csharp",
    "class A { int[] a = []; List<int> F(params ReadOnlySpan<int> xs) { return []; } int? b = c ? [] : null; int?[] d; }",
  );
  assert.equal(file.hasErrors, false);
  assert.deepEqual(file.symbols.map(({ name }) => name), ["A", "F", "a", "b", "d"]);
});
