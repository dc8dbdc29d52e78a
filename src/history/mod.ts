/**
 * What git knows of the past: recent commits with their messages, files and added lines, and what is checked out.
 * In comes a folder, out comes plain data that depends on commits alone, never on the time. Runs git so that nothing a
 * repository contains or configures is executed or fetched; never writes, and where there is no git there is no history.
 */
export { borrowedGitFolder, type GitFolder } from "./borrowed_git_folder.ts";
export { type CommitList, listCommits } from "./commit_list.ts";
export type { LoggedChange, LoggedCommit } from "./commit_log.ts";
export { gitVersion } from "./git_version.ts";
export { globalExcludesFile } from "./global_excludes.ts";
export { headOf } from "./head.ts";
export { type HistoryOptions, readHistory } from "./read_history.ts";
export { readBlobs, readRevision, type Revision, type RevisionFile } from "./revision.ts";
