/** What shaped the content of an index. */

/**
 * One version per stage. Raise a part whenever the stage's output for some file or repository changes: indexes built
 * before are then rebuilt, and receipts of what the stage shaped lapse.
 */
const STAGES = {
  /** Which files, of which kind and language. */
  scan: 2,
  /** Bytes to text. */
  dec: 1,
  /** Text to symbols, imports and references. */
  par: 1,
  /** Text to chunks. */
  chk: 1,
  /** Token counts. */
  tok: 1,
  /** Text to search terms. */
  trm: 1,
  /** Imports and references to links. */
  gra: 1,
  /** Commits to evidence. */
  his: 1,
} as const;

/** The versions of all stages in one string, such as `scan1.dec1.par1`: the producer version of an index. */
export function producerVersion(): string {
  return Object.entries(STAGES).map(([stage, version]) => `${stage}${version}`).join(".");
}
