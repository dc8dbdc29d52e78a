/** The list of commands. There is no other. */
import type { Command } from "./command.ts";
import { context } from "./context.ts";
import { guide } from "./guide.ts";
import { index } from "./index.ts";
import { init } from "./init.ts";
import { outline } from "./outline.ts";
import { related } from "./related.ts";
import { search } from "./search.ts";

/** All commands, in the order in which help shows them. */
export const commands: readonly Command[] = [init, index, context, search, outline, related, guide];
