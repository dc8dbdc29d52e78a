/** How this program came to the machine and how it is being run, for `doctor`. */
import type { DoctorResult } from "../model/mod.ts";

/** From where a program was started. */
export type StartedAs = DoctorResult["runtime"]["started_as"];

/** What the runtime tells about the program. */
export interface Circumstances {
  /** Address of one of its modules. */
  readonly module: string;
  /** Whether the runtime holds the program. */
  readonly isStandalone: boolean;
  /** As `Deno.version.deno`; it begins with "none" where there is no Deno. */
  readonly deno: string;
  /** Path of a program that holds itself. */
  readonly executable: string | undefined;
}

/** Folders into which packages put the program, and what each shows. */
const PLACES: readonly (readonly [pattern: RegExp, startedAs: StartedAs])[] = [
  [/\/node_modules\/@repoctx\/cli-[^/]+\/[^/]+$/, "npm"],
  [/\/(?:\.repoctx\/bin|obj\/repoctx)\/[^/]+$/, "nuget"],
];

/** Tells the ways apart in which the program is handed out. */
export function startedAs({ module, isStandalone, deno, executable }: Circumstances): StartedAs {
  if (deno.startsWith("none")) return "node";
  if (!isStandalone) return module.startsWith("file:") ? "clone" : "remote";
  const path = executable?.replaceAll("\\", "/") ?? "";
  return PLACES.find(([pattern]) => pattern.test(path))?.[1] ?? "binary";
}

/** The same for the running program. */
export function ownStart(): StartedAs {
  const { standalone: isStandalone } = Deno.build;
  return startedAs({
    module: import.meta.url,
    isStandalone,
    deno: Deno.version.deno,
    // Anything else may not have the permission to ask.
    executable: isStandalone ? Deno.execPath() : undefined,
  });
}

/** The stamp of a build lies beside what it ships, two folders above the bundle as above this file. */
const STAMP = new URL("../../build/stamp.json", import.meta.url);

/** From which commit the program was built; undefined for sources, which are not built. */
export async function ownBuild(stamp: URL = STAMP): Promise<DoctorResult["build"]> {
  // What lies on a server is not fetched for this.
  if (stamp.protocol !== "file:") return undefined;
  try {
    const { commit, modified } = JSON.parse(await Deno.readTextFile(stamp));
    return typeof commit === "string" ? { commit, modified: modified === true } : undefined;
  } catch {
    return undefined;
  }
}
