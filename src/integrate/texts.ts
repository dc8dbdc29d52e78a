/** What coding agents are told about this program. All texts are constants: safe behind a cache breakpoint. */

/**
 * The pointer for files that are part of every prompt: what there is, the one call to start with, where the rest is.
 * At most 150 o200k tokens.
 */
export const POINTER: string = `## RepoContext

This repository is indexed by \`repoctx\`, an offline CLI that returns ranked code with reasons inside a token budget. \
To locate code, explain or change behaviour, check impact or find tests, start with one call:

\`\`\`
repoctx context "<task>" --detail auto --response-budget-tokens 2000 --format md
\`\`\`

Run \`repoctx guide\` for follow-up calls, reuse, and when not to use it. Where \`repoctx\` is not found, call \
\`npx repoctx\` or \`.repoctx/bin/repoctx\`, on Windows \`repoctx.cmd\`.`;

/** When the playbook is worth loading: the description in the front matter of skill and rule files. */
export const PLAYBOOK_DESCRIPTION: string =
  "Use before reading or searching files to locate code, explain or change behaviour, check the impact of a change, " +
  "or find the tests of a file: repoctx answers from a local index inside a token budget.";

/** The whole protocol: what \`guide\` prints and what skill and rule files hold. */
export const PLAYBOOK: string = `# Working with repoctx

\`repoctx\` answers questions about this repository from a local index: ranked files, symbols and lines of source, each \
with the reason why it is listed. It is offline and deterministic, and a response budget is an exact ceiling.

## When to call it, and when not

Call it to locate code, to explain or change behaviour, to see what a change affects, or to find tests.

Do not call it
- for a literal string or a regular expression: grep is exact, \`search\` ranks words;
- for a short file whose path you know: read it;
- for lines that are already in this conversation;
- for ignored, generated, binary or secret files: they are not in the index;
- for what the working tree does not hold, such as runtime state, build output or other branches.

## The loop

1. Ask once, in the words of the task:
   \`repoctx context "<task>" --detail auto --response-budget-tokens 2000 --format md\`
   \`auto\` sends source lines for a task that changes something and outlines for one that surveys. If you know what \
you need, name it: \`paths\`, \`outline\` or \`slices\`.
2. Work from what came. Follow up only on a gap you can name:
   - a file is missing: \`repoctx search "<name>" --symbols\`
   - a symbol of a known file is missing: \`repoctx outline <file>\`
   - callers, dependencies or tests: \`repoctx related <file>\`
   - the layout is unfamiliar: \`repoctx architecture --depth 1\`
   - a decision somebody took earlier: \`repoctx memory search "<words>"\`
3. Read whole files only when the lines you got are not enough.
4. After edits: \`repoctx changed --patch\` shows the changed hunks and the files they affect. When it reports a stale \
index, run \`repoctx index\` before you ask again.
5. Keep what was expensive to find out:
   \`repoctx memory add "<finding>" --kind note|decision|constraint --file <path>\`
   \`context\` brings matching memories along. One marked stale was written about an older version of its file: check it.

For a repository you do not know, \`repoctx prime\` prints a primer that stays the same while the files do. Use it once, \
and only where it can stay in a cached prefix.

## Budgets

- \`--response-budget-tokens N\` bounds everything the answer prints. Prefer it.
- \`--projected-read-budget-tokens N\` bounds what it would cost to read the files it points to.
- \`--top N\` bounds the number of new files.

When a budget is too small, nothing is printed, the exit code is 3, and the message names \`retry_budget_tokens=<n>\`, \
which is enough. \`omitted\` and \`omitted_by\` count what was left out. Counts are o200k tokens; set \`tokens.profile\` \
to \`claude\` in \`repoctx.config.json\` for that family. \`--format md\` is the cheapest for source, \`json\` is for \
programs. \`--strip-comments\` saves tokens but drops comments, so line numbers are approximate.

## Never pay twice

- \`--session <name>\`, or the variable \`REPOCTX_SESSION\`: what was delivered is remembered and not sent again. One \
name per running agent: two that share a name miss what the other one got. Use a new name when your context was \
compacted.
- \`--seen <receipt>\`, repeatable: exactly that unit is not sent again. Every pointer, span and symbol has a receipt.
- \`--known <path>@<hash>\`, repeatable: only for a file you have read completely. An outline or some lines are not the \
file, even though its hash stands beside them.

## When it fails

Exit code 1: the message says what is wrong, for example that a file is not in the index. 2: no usable index; run \
\`repoctx init\` if there is no \`repoctx.config.json\`, then \`repoctx index\`. 3: invalid arguments or a budget that \
is too small. 4: drift found by \`integrate --check\`. \`repoctx doctor\` says what is wrong and what to run.

Where \`repoctx\` is not found, call \`npx repoctx\` (npm package) or \`.repoctx/bin/repoctx\` (NuGet package), on \
Windows \`repoctx.cmd\`. If your client offers the tools as \`repoctx_search\`, \
\`repoctx_get_context\` and so on, they take the same arguments and give the same answers.`;
