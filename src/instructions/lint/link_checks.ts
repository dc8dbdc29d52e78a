/** Entries with an instruction file's name that the walk-up would not load, and names that only look right. */
import { findCandidates, type Findings, loadCandidate } from "../directory_files.ts";
import { resolveOptions } from "../options.ts";
import { labelIn, parentPath, relativePath } from "../paths.ts";
import type { FindingList, LintScope } from "./finding_list.ts";

const DETAILS: Readonly<Record<string, [rule: string, detail: string]>> = {
  broken_link: ["link-skipped", "the link leads nowhere"],
  link_outside: ["link-skipped", "the link leaves its directory"],
  link_target_not_instruction: ["link-skipped", "the link leads to a file that is no instruction file"],
  not_a_file: ["not-a-file", "is no regular file"],
  unreadable: ["unreadable-file", "cannot be read"],
  binary: ["encoding", "holds NUL bytes and is skipped"],
  too_large: ["over-budget", "is larger than 1 MiB and is skipped"],
  sensitive: ["link-skipped", "matches sensitiveFiles and is skipped"],
  case_variant: ["case-variant", "differs from the name that agents look for by case only"],
};

/** Examines every directory that holds an instruction file, or something named like one. */
export async function checkLinks(
  scope: LintScope,
  paths: readonly string[],
  list: FindingList,
): Promise<void> {
  const { workspace, cwd } = scope;
  const options = resolveOptions();
  const wanted = options.filenames.map((name) => name.toLowerCase());
  const directories = new Set(
    paths.filter((path) => wanted.includes(path.slice(path.lastIndexOf("/") + 1).toLowerCase()))
      .map((path) => relativePath("/", parentPath(`/${path}`, "posix"), "posix") ?? "."),
  );
  for (const label of [...directories].sort()) {
    const findings: Findings = { skipped: [], warnings: [] };
    const path = label === "." ? cwd : labelIn(cwd, label);
    const candidates = await findCandidates(
      { workspace, options, path, label, authorizedRoots: [] },
      findings,
    );
    for (const candidate of candidates) await loadCandidate(workspace, options, candidate, findings);
    for (const warning of findings.warnings) {
      const known = DETAILS[warning.code];
      if (known !== undefined) list.add(known[0], "warning", warning.path, known[1]);
    }
  }
}
