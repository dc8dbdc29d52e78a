import assert from "node:assert/strict";
import { takeApart } from "../../src/ranker/pasted_text.ts";

const places = (text: string): string[] =>
  takeApart(text).places.map(({ path, line }) => line === undefined ? path : `${path}:${line}`);

Deno.test("a JavaScript trace gives its files from the inside out, without the runtime's", () => {
  const { calls, messages, said, rest, subject, places: found } = takeApart(
    `crash after the upgrade

TypeError: Cannot read properties of undefined (reading 'total')
    at Cart.sum (/usr/src/app/node_modules/shop/lib/cart.js:12:7)
    at async new Order (file:///usr/src/app/lib/order.mjs:40:3)
    at /usr/src/app/lib/main.js:3:1
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)

It worked before.`,
  );
  assert.deepEqual(
    found,
    [
      { path: "usr/src/app/node_modules/shop/lib/cart.js", line: 12 },
      { path: "usr/src/app/lib/order.mjs", line: 40 },
      { path: "usr/src/app/lib/main.js", line: 3 },
    ],
  );
  assert.deepEqual(calls, ["sum", "Order"]);
  assert.deepEqual(messages, ["Cannot read properties of undefined (reading 'total')"]);
  assert.equal(subject, "crash after the upgrade");
  assert.match(said, /Cannot read/);
  assert.equal(rest.trim(), "It worked before.");
});

Deno.test("a Python trace is read from its end, without its lines of source", () => {
  const { places: found, calls, rest } = takeApart(`Traceback (most recent call last):
  File "/usr/lib/python3.12/threading.py", line 1010, in run
    self._target(*self._args)
  File "/venv/lib/python3.12/site-packages/shop/order.py", line 40, in place
    cart.sum(pennies)
  File "/venv/lib/python3.12/site-packages/shop/cart.py", line 12, in sum
    return self.parts[key]
KeyError: 'total'`);
  assert.deepEqual(found.map(({ path, line }) => `${path.split("/").slice(-2).join("/")}:${line}`), [
    "shop/cart.py:12",
    "shop/order.py:40",
  ]);
  assert.deepEqual(calls.slice(0, 2), ["sum", "place"]);
  assert.doesNotMatch(rest, /pennies/);
});

Deno.test("a .NET trace names files where it can, and types where it cannot", () => {
  const { places: found, calls } = takeApart(
    `Unhandled exception. System.NullReferenceException: Object reference not set to an instance of an object.
   at Shop.Orders.Cart.Sum(String currency) in C:\\build\\src\\Shop\\Cart.cs:line 12
   bei Shop.Orders.Order.<PlaceAsync>d__5.MoveNext() in /src/Shop/Order.cs:Zeile 40
   at Shop.Orders.Basket\`1.Add(T item)
   at System.Threading.Tasks.Task.Execute()`,
  );
  assert.deepEqual(found.map(({ path, line, isConcluded }) => [path.split("/").pop(), line, isConcluded]), [
    ["Cart.cs", 12, undefined],
    ["Order.cs", 40, undefined],
    ["Basket.cs", undefined, true],
  ]);
  assert.deepEqual(calls.slice(0, 1), ["Sum"]);
});

Deno.test("a trace of the JVM, of Go and of Rust", () => {
  assert.deepEqual(
    places(`Exception in thread "main" ShopException
\tat com.shop.Cart.sum(Cart.java:12)
\tat java.base/java.util.ArrayList.forEach(ArrayList.java:1511)`),
    ["com/shop/Cart.java:12"],
  );
  assert.deepEqual(
    places(`panic: runtime error: index out of range [-1]

goroutine 19 [running]:
runtime/debug.Stack(0xc000)
\t/usr/local/go/src/runtime/debug/stack.go:24 +0x65
github.com/shop/shop.(*Cart).Sum(0xc0000a4000, {0x1400, 0xc0001})
\t/root/go/pkg/mod/github.com/shop/shop@v1.9.1/cart.go:12 +0x1c5`),
    ["root/go/pkg/mod/github.com/shop/shop@v1.9.1/cart.go:12"],
  );
  const rust = takeApart(`thread 'main' panicked at 'the cart of this user is empty', src/cart.rs:12:9
stack backtrace:
   0: rust_begin_unwind
             at /rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/std/src/panicking.rs:665:5
   8: shop::cart::Cart::sum
             at ./src/cart.rs:12:9`);
  assert.deepEqual([...new Set(rust.places.map(({ path, line }) => `${path}:${line}`))], ["src/cart.rs:12"]);
  assert.deepEqual(rust.messages, ["the cart of this user is empty"]);
  assert.deepEqual(rust.calls, ["sum"]);
});

Deno.test("compilers and linters name a place each in their way", () => {
  assert.deepEqual(places("src/cart.ts(12,5): error TS2345: Argument of type 'string' is not assignable"), [
    "src/cart.ts:12",
  ]);
  assert.deepEqual(places("/ci/src/Cart.cs(12,13): error CS8602: Dereference of a null reference."), [
    "ci/src/Cart.cs:12",
  ]);
  assert.deepEqual(places("[ERROR] src/Cart.java:[12,25] incompatible types"), ["src/Cart.java:12"]);
  assert.deepEqual(places("./cart.go:12:9: undefined: total"), ["cart.go:12"]);
  assert.deepEqual(places("src/cart.c:12:9: error: expected ';' before '}' token"), ["src/cart.c:12"]);
  const rust = takeApart(
    "error[E0308]: mismatched types in the cart\n  --> src/cart.rs:12:9\n   |\n12 |     let pennies = total;\n   |         ^^^ expected\n\nhelp",
  );
  assert.deepEqual(rust.places, [{ path: "src/cart.rs", line: 12 }]);
  assert.doesNotMatch(rust.rest, /pennies/, "an excerpt is the file's own text");
  assert.deepEqual(
    places("/ci/lib/cart.js\n  12:11  error  'total' is never used  no-unused-vars").length,
    1,
  );
  assert.deepEqual(places("FAILED tests/test_cart.py::TestCart::test_sum - KeyError"), [
    "tests/test_cart.py",
  ]);
});

Deno.test("what an error says, and longer texts in quotes, are messages; names in quotes are names", () => {
  const messages = (text: string): string[] => takeApart(text).messages;
  assert.deepEqual(messages('it says "the cart is empty" and stops'), ["the cart is empty"]);
  assert.deepEqual(messages("Meldung: „Der Korb ist leer“"), ["Der Korb ist leer"]);
  assert.deepEqual(messages("2026-03-01T12:00:00.123Z [ERROR] worker-3: the cart is empty"), [
    "the cart is empty",
  ]);
  assert.deepEqual(messages("ShopError: the cart is empty"), ["the cart is empty"]);
  assert.deepEqual(messages("don't, can't and won't"), []);
  const { names, mentioned } = takeApart('rename "total" in `Cart.sum()`, Order::place and refund(x)');
  assert.deepEqual([...new Set(names)], ["total", "sum", "place", "refund"]);
  assert.deepEqual([...new Set(mentioned)], ["Cart", "Order"]);
});

Deno.test("times, addresses and the folders of a foreign machine are no words of the question", () => {
  const { subject } = takeApart(
    "2026-03-01 12:00:00,5 0x7ffe 9b2d5c1e-0c1e-4f3a-9a51-0123456789ab cart in /home/ada/shop/lib/cart.js",
  );
  assert.equal(subject.replace(/\s+/g, " ").trim(), "cart in");
});

Deno.test("prose that begins with at, or names a version, is prose", () => {
  for (
    const text of [
      "at startup the cart is empty",
      "at least one of the carts (or two) is empty",
      "e.g. 2.0.1",
    ]
  ) {
    const { places: found, subject } = takeApart(text);
    assert.deepEqual(found, []);
    assert.equal(subject, text);
  }
});

Deno.test("hostile pastes take linear time", () => {
  const pieces = ["a.", "at a(", "/", "\\", '"', "error: ", "a::", "1: ", "'", "(", "at a.b.c.d"];
  for (const piece of pieces) {
    const found = takeApart(piece.repeat(100_000));
    assert.ok(found.places.length <= 20 && found.messages.length <= 6);
    assert.ok(takeApart(`${piece}\n`.repeat(30_000)).names.length <= 24);
  }
});
