/** The working tree beside the index. */
import type { WorktreeState } from "../../indexer/mod.ts";
import { isSkipped, loadSource } from "../../scanner/mod.ts";
import type { OpenIndex } from "../_open_index.ts";
import type { Comparison } from "./comparison.ts";

/** Compares by what the index holds of each file. */
export function compareWithIndex(index: OpenIndex, { changes }: WorktreeState): Comparison {
  const { reader } = index;
  return {
    changes: changes.map(({ path, status, hash }) => {
      const contentId = hash ?? reader.fileByPath(path)?.contentHash;
      return { path, status, ...(contentId === undefined ? {} : { contentId }) };
    }),
    textBefore(path) {
      const file = reader.fileByPath(path);
      return Promise.resolve(file && reader.textOf(file.id));
    },
    textAfter: (path) => textOnDisk(index, path),
  };
}

/** The text of a file of the working tree. */
export async function textOnDisk(
  { root, config }: Pick<OpenIndex, "root" | "config">,
  path: string,
): Promise<string | undefined> {
  const source = await loadSource(root, { path }, config);
  return isSkipped(source) ? undefined : source.text;
}
