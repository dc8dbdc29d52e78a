/** The error classes of Deno, made from the error codes of Node. */

class SystemError extends Error {
  /** As Node and Deno name it: `ENOENT`. */
  readonly code: string | undefined;

  constructor(message: string, options?: ErrorOptions & { code?: string }) {
    super(message, options);
    this.name = new.target.name;
    this.code = options?.code;
  }
}

/** As `Deno.errors`, as far as the program knows them. */
export const errors = {
  AlreadyExists: class AlreadyExists extends SystemError {},
  BadResource: class BadResource extends SystemError {},
  BrokenPipe: class BrokenPipe extends SystemError {},
  Busy: class Busy extends SystemError {},
  FilesystemLoop: class FilesystemLoop extends SystemError {},
  Interrupted: class Interrupted extends SystemError {},
  IsADirectory: class IsADirectory extends SystemError {},
  NotADirectory: class NotADirectory extends SystemError {},
  NotCapable: class NotCapable extends SystemError {},
  NotFound: class NotFound extends SystemError {},
  PermissionDenied: class PermissionDenied extends SystemError {},
};

const CLASSES: Readonly<Record<string, keyof typeof errors>> = {
  EACCES: "PermissionDenied",
  EBADF: "BadResource",
  EBUSY: "Busy",
  EEXIST: "AlreadyExists",
  EINTR: "Interrupted",
  EISDIR: "IsADirectory",
  ELOOP: "FilesystemLoop",
  ENOENT: "NotFound",
  ENOTDIR: "NotADirectory",
  EPERM: "PermissionDenied",
  EPIPE: "BrokenPipe",
};

/** An error of Node as Deno would throw it; any other value as it is. */
export function translated(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as Error & { code?: string };
  const name = code === undefined ? undefined : CLASSES[code];
  return name === undefined ? error : new errors[name](error.message, { cause: error, code: code! });
}

/** Runs a call of Node that throws at once. */
export function attempt<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw translated(error);
  }
}
