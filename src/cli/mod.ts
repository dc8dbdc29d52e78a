/**
 * The command line: arguments in, bytes on standard output and an exit code out. It parses, asks one command to run,
 * writes what it answers, and puts failures into words on standard error. It does no work of its own, and no other
 * room but `mcp` touches arguments, streams or exit codes.
 */
export { type ProgramOptions, runCommandLine } from "./run.ts";
export {
  type InputStream,
  type Interruption,
  type OutputStream,
  processSystem,
  type System,
} from "./system.ts";
