/** The one place that imports path functions, so that another implementation is a change of one line. */
export { basename, dirname, isAbsolute, join, posix, relative, resolve } from "node:path";
