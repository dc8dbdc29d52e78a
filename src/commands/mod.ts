/**
 * The commands, each declared once: what it takes, what it needs, how it runs, how its result is written. In come
 * complete values and a context; out come plain results and their text. It never reads arguments, the terminal or
 * exit codes, and importing it loads declarations only.
 */
export * from "./command.ts";
export * from "./command_context.ts";
export * from "./instruction_tools.ts";
export * from "./parameter.ts";
export * from "./record_answer.ts";
export * from "./registry.ts";
export * from "./repository_around.ts";
export * from "./values.ts";
