/** Leaving a person's name out of what a person may publish. */
import type { CommandContext } from "./command_context.ts";

/** Writes the home directory as `~` wherever it stands in a text. */
export function homeAbbreviation(context: Pick<CommandContext, "env">): (text: string) => string {
  const homes = ["HOME", "USERPROFILE"].map((name) => context.env(name)?.replace(/[\\/]+$/, ""))
    // A home at the top of the file system says nothing about anybody.
    .filter((home) => home !== undefined && /[\\/]./.test(home));
  return (text) => homes.reduce((short: string, home) => abbreviate(short, home!), text);
}

function abbreviate(text: string, home: string): string {
  const parts = text.split(home);
  return parts.reduce((joined, part) =>
    // `/home/ann` is no part of `/home/anne`.
    joined + (/^[\p{L}\p{N}_.-]/u.test(part) ? home : "~") + part
  );
}
