/**
 * `deno task compare:binary [REPOSITORY]`: asks a program made from the sources and a built one the same questions and
 * compares every byte. Each works on a copy of the repository of its own, indexed by itself.
 */
import { join } from "node:path";
import { ROOT } from "./program.ts";

/** A program and its leading arguments. */
export type ProgramCommand = readonly [program: string, ...leading: string[]];

/** One question: the arguments, as they are typed. */
export type Question = readonly string[];

/** What a program answered. */
interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The program as it is run from the sources. */
export const FROM_SOURCES: ProgramCommand = [Deno.execPath(), "run", "-A", "--quiet", join(ROOT, "main.ts")];

/** Tasks in the words of people who do not know the code. */
const TASKS = [
  "where are response budgets enforced",
  "fix the retry delay",
  "add an option to the index command",
  "why is a file left out of the index",
  "rename the config file",
  "how are tests linked to the code they test",
  "refactor the parser for more languages",
  "error message when there is no index",
  "read the git history without running hooks",
  "count tokens of a response exactly",
];

/**
 * Questions about a repository, always the same ones in the same order.
 *
 * @param paths its files, relative, with `/`.
 * @param count how many.
 */
export function questionsAbout(paths: readonly string[], count: number): Question[] {
  const sources = paths.filter((path) =>
    /\.(?:[cm]?[jt]sx?|cs|go|py|rs|rb|java|kt|swift|php|c|cpp|md)$/.test(path)
  )
    .toSorted();
  const forms: ((index: number) => Question)[] = [
    (
      index,
    ) => ["context", task(index), "--detail", "auto", "--response-budget-tokens", "2000", "--format", "md"],
    (index) => ["context", task(index), "--detail", "slices", "--top", "4", "--format", "json"],
    (index) => ["context", `${nameOf(index)} ${task(index)}`, "--response-budget-tokens", "900"],
    (index) => ["context", nameOf(index), "--detail", "outline", "--format", "json"],
    (index) => ["search", nameOf(index), "--format", "json"],
    (index) => ["search", nameOf(index), "--symbols", "--format", "text"],
    (index) => ["outline", pathOf(index), "--format", "json"],
    (index) => ["related", pathOf(index), "--format", "md"],
    (index) => ["outline", pathOf(index)],
    (index) => [["architecture", "prime", "changed", "guide"][index % 4]!],
  ];
  const task = (index: number) => TASKS[index % TASKS.length]!;
  const pathOf = (index: number) => sources[index * 37 % sources.length] ?? "README.md";
  const nameOf = (index: number) => pathOf(index).split("/").at(-1)!.replace(/\..*$/, "");
  return Array.from(
    { length: count },
    (_, index) => forms[index % forms.length]!(Math.floor(index / forms.length)),
  );
}

/** The questions on which two programs differ, with both answers. */
export async function differences(
  programs: readonly [ProgramCommand, ProgramCommand],
  repository: string,
  count: number,
): Promise<{ question: Question; answers: [Answer, Answer] }[]> {
  const scratch = await Deno.makeTempDir({ prefix: "repoctx-answers-" });
  try {
    const copies: [string, string] = [join(scratch, "a/repository"), join(scratch, "b/repository")];
    for (const copy of copies) await copyTree(repository, copy);
    const home = join(scratch, "home");
    await Deno.mkdir(home);
    const ask = (question: Question): Promise<[Answer, Answer]> =>
      Promise.all([
        run(programs[0], question, copies[0], home),
        run(programs[1], question, copies[1], home),
      ]);
    await ask(["init"]);
    await ask(["index"]);
    const found = [];
    for (const question of questionsAbout(listPaths(copies[0]), count)) {
      const answers = await ask(question);
      if (answers.some(({ code, stdout }) => code === 2 || stdout === "")) {
        throw new Error(`${question.join(" ")} was not answered:\n${answers[0].stderr}${answers[1].stderr}`);
      }
      if (JSON.stringify(answers[0]) !== JSON.stringify(answers[1])) found.push({ question, answers });
    }
    return found;
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

async function run(
  [program, ...leading]: ProgramCommand,
  question: Question,
  cwd: string,
  home: string,
): Promise<Answer> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...leading, ...question],
    cwd,
    env: { HOME: home, USERPROFILE: home, NO_COLOR: "1", REPOCTX_NO_STATS: "1", REPOCTX_SESSION: "" },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Copies what a clone would hold and the working tree adds, without what is ignored. */
async function copyTree(from: string, to: string): Promise<void> {
  for (const path of listPaths(from)) {
    const target = join(to, path);
    await Deno.mkdir(join(target, ".."), { recursive: true });
    await Deno.copyFile(join(from, path), target);
  }
}

const NOT_COPIED = new Set([".git", ".repoctx", "node_modules", "build"]);

function listPaths(root: string): string[] {
  const paths: string[] = [];
  const pending = [""];
  for (const folder of pending) {
    for (const { name, isDirectory, isFile } of Deno.readDirSync(join(root, folder))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (isDirectory && !NOT_COPIED.has(name)) pending.push(path);
      else if (isFile && name !== "repoctx.config.json") paths.push(path);
    }
  }
  return paths;
}

function firstDifference(answers: readonly [Answer, Answer]): string {
  const [lines, others] = answers.map(({ code, stdout, stderr }) =>
    `${code}\n${stderr}${stdout}`.split("\n")
  );
  const at = lines!.findIndex((line, index) => line !== others![index]);
  return at < 0 ? `+ ${others![lines!.length]}` : `- ${lines![at]}\n+ ${others![at]}`;
}

if (import.meta.main) {
  const repository = Deno.args[0] ?? ROOT;
  const binary = join(ROOT, "build", Deno.build.os === "windows" ? "repoctx.exe" : "repoctx");
  const found = await differences([FROM_SOURCES, [binary]], repository, 100);
  for (const { question, answers } of found) {
    // deno-lint-ignore no-console
    console.log(`${question.join(" ")}\n${firstDifference(answers)}\n`);
  }
  // deno-lint-ignore no-console
  console.log(`100 questions, ${found.length} answered differently`);
  Deno.exit(found.length === 0 ? 0 : 1);
}
