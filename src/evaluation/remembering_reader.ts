/** A reader for asking one task many times. */
import type { IndexReader } from "../store/mod.ts";

/**
 * An index reader that answers a question it was asked before from memory: rankings of one task that differ in their
 * weights alone ask the store the same. Nobody may change an answer. Keep it for one task only, or it holds everything.
 */
export function rememberingReader(reader: IndexReader): IndexReader {
  const answers = new Map<string, unknown>();
  return new Proxy(reader, {
    get(target, name): unknown {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function" || typeof name === "symbol") return member;
      return (...given: readonly unknown[]): unknown => {
        const asked = given.map((argument) => isIterable(argument) ? reusable(argument) : argument);
        const shown = asked.map((argument) => isIterable(argument) ? [...argument] : argument);
        const question = JSON.stringify([name, shown]);
        if (!answers.has(question)) answers.set(question, Reflect.apply(member, target, asked));
        return answers.get(question);
      };
    },
  });
}

function isIterable(argument: unknown): argument is Iterable<unknown> {
  return typeof argument === "object" && argument !== null && Symbol.iterator in argument;
}

/** An iterator, which can be read only once, as a list. */
function reusable(argument: Iterable<unknown>): Iterable<unknown> {
  const iterator: unknown = argument[Symbol.iterator]();
  return iterator === argument ? [...argument] : argument;
}
