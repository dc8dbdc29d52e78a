import type { LanguageDefinition } from "../language.ts";
import { cBinding, cHandlers } from "./_c_family.ts";
import { cpp } from "./cpp.ts";

/** C. Headers may be C++: they are tried with its grammar when C's does not fit. */
export const c: LanguageDefinition = {
  name: "c",
  binding: {
    ...cBinding("c", cHandlers),
    ...(cpp.binding === undefined ? {} : { alternative: cpp.binding }),
  },
  support: {
    symbols: [
      "function",
      "struct",
      "enum",
      "enummember",
      "field",
      "typealias",
      "constant",
      "variable",
      "macro",
    ],
    docs: "comments directly above (/* … */, //)",
    imports: ["include"],
    specifiers: 'with their quotes or angle brackets: "a/b.h", <stdio.h>',
  },
};
