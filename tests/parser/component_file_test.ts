import assert from "node:assert/strict";
import { imports, names, parse, ranges, references } from "./_parsing.ts";

Deno.test("scripts of components keep the lines of the whole file", async () => {
  const file = await parse(
    "vue",
    `<template>
  <UserCard :user="user" /><user-list></user-list><div>function no() {}</div>
</template>
<script setup lang="ts" generic="T extends Row<string>">
import UserCard from "./UserCard.vue";
import { UserList, type Row } from "./list";
/** Loads. */
function load(row: Row): void {}
</script>

<script lang="ts">
export default { name: "page", methods: { save() {} } };
</script>
<style>.a { color: red }</style>
`,
  );
  assert.equal(file.hasErrors, false);
  assert.deepEqual(names(file), ["function load", "constant default", "method default.methods.save"]);
  assert.deepEqual(ranges(file), { load: "8-8", default: "12-12", save: "12-12" });
  assert.deepEqual(imports(file), [
    "5 static ./UserCard.vue default>UserCard",
    "6 static ./list UserList>UserList Row>Row",
  ]);
  assert.deepEqual(references(file), ["call UserCard @", "call UserList @", "type Row @load"]);
});

Deno.test("components without a script, or with an unclosed one, are survived", async () => {
  assert.deepEqual((await parse("vue", "<template><p /></template>")).symbols, []);
  assert.deepEqual(names(await parse("svelte", "<p>{x}</p>\n<script>\nfunction f() {}\n")), ["function f"]);
});
