/**
 * How well past changes of a repository are found: its commits go in as tasks, each asked against the tree before it;
 * figures with and without each signal come out. The parts that are evaluated are handed in.
 * It reads the repository through git alone and writes to a temporary folder that it removes.
 */
export type { Answering } from "./answer_task.ts";
export {
  type EvaluatedParts,
  evaluateRepository,
  type Evaluation,
  type EvaluationOptions,
} from "./evaluate.ts";
export type { LineRange } from "./gold.ts";
