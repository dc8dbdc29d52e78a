/** Whether a task gives its answer away. */

/** What separates the words of a task; hyphens and underscores stand in file names too. */
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}_-]+/u;

/** Whether a word of the task is the name of one of the files, up to its first dot, in any case. */
export function namesAny(task: string, paths: readonly string[]): boolean {
  const words = new Set(task.toLowerCase().split(BETWEEN_WORDS));
  return paths.some((path) => {
    const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
    const dot = name.indexOf(".", 1);
    return words.has(dot < 0 ? name : name.slice(0, dot));
  });
}
