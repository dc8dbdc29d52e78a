/** The two failures a user of the library can meet. Everything else is a skip, a warning or an empty answer. */
import { RepoctxError, UsageError } from "../model/mod.ts";

/** An option, argument or stored state that makes no sense (exit 3). */
export class RepoContextConfigError extends UsageError {
  /** What programs tell errors apart by. */
  readonly code: "invalid_filename" | "invalid_option";

  /**
   * A mistake of the caller.
   *
   * @param message what is wrong and what would be right.
   * @param code what kind of mistake it is.
   */
  constructor(message: string, code: RepoContextConfigError["code"] = "invalid_option") {
    super(message);
    this.code = code;
  }
}

/** No workspace, or a working directory that is not there (exit 1). */
export class RepoContextWorkspaceError extends RepoctxError {}
