/**
 * A small shop for the examples of the documentation: sources, tests, instruction files of agents and a few commits,
 * always the same. Whatever a documented command line names is in it.
 */
import { dirname, join } from "node:path";

/** What a commit does to a file: its whole text, or one text in it and the one that takes its place. */
type Change = string | readonly [before: string, after: string];

interface DemoCommit {
  readonly subject: string;
  /** By path. */
  readonly changes: Readonly<Record<string, Change>>;
}

const COMMITS: readonly DemoCommit[] = [
  {
    subject: "Set up the shop",
    changes: {
      "package.json": '{ "name": "shop", "private": true, "type": "module" }\n',
      "README.md":
        "# Shop\n\nA cart, payment with retries, and an API for users.\n\n## Payment\n\nA payment is tried three times.\n",
      "AGENTS.md": "# Shop\n\nRun `npm test` before you commit.\n",
      "src/main.ts": `import { request } from "./http.js";
import { Cart } from "./cart.js";

/** Puts a book into a cart and pays for it. */
export async function main(): Promise<void> {
  const cart = new Cart();
  cart.add("book", 1200);
  await request("/payments", { cents: cart.total() });
}
`,
      "src/cart.ts": `import { roundToCents } from "./money.js";

/** What a customer has collected so far. */
export class Cart {
  readonly #lines = new Map<string, number>();

  /** Adds an item with its price in cents. */
  add(sku: string, cents: number): void {
    this.#lines.set(sku, (this.#lines.get(sku) ?? 0) + cents);
  }

  /** The price of everything, discount included. */
  total(discountPercent = 0): number {
    let sum = 0;
    for (const cents of this.#lines.values()) sum += cents;
    return roundToCents(sum * (1 - discountPercent / 100));
  }
}
`,
      "src/money.ts": `/** Rounds an amount to whole cents. */
export function roundToCents(cents: number): number {
  return Math.round(cents);
}
`,
      "src/http.ts": `/** Sends a request to the payment provider. */
export async function request(path: string, body: unknown): Promise<unknown> {
  const response = await fetch(path, { method: "POST", body: JSON.stringify(body) });
  return await response.json();
}
`,
    },
  },
  {
    subject: "Retry failed requests with a growing delay",
    changes: {
      "src/retry.ts": `/** How often to try, and how long to wait before the second attempt. */
export interface RetryOptions {
  attempts: number;
  delayMs?: number;
}

/** The delay before an attempt: it doubles every time. */
export function retryDelay(attempt: number, delayMs: number): number {
  return delayMs * 2 ** attempt;
}

/** Runs \`work\` until it succeeds or the attempts are used up. */
export async function retry<T>(work: () => Promise<T>, { attempts, delayMs = 100 }: RetryOptions): Promise<T> {
  for (let attempt = 0;; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt + 1 >= attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelay(attempt, delayMs)));
    }
  }
}
`,
      "src/http.ts": `import { retry } from "./retry.js";

/** Sends a request to the payment provider. */
export async function request(path: string, body: unknown): Promise<unknown> {
  const response = await retryFetch(path, { method: "POST", body: JSON.stringify(body) });
  return await response.json();
}

/** Fetches with up to three attempts. */
export function retryFetch(path: string, options: RequestInit): Promise<Response> {
  return retry(() => fetch(path, options), { attempts: 3 });
}
`,
      "tests/retry.test.ts": `import { retry, retryDelay } from "../src/retry.js";

test("a failing call is tried again", async () => {
  let calls = 0;
  await retry(async () => {
    if (++calls < 3) throw new Error("not yet");
  }, { attempts: 3, delayMs: 1 });
  expect(calls).toBe(3);
});

test("the delay doubles", () => {
  expect(retryDelay(2, 100)).toBe(400);
});
`,
    },
  },
  {
    subject: "Store login sessions of users",
    changes: {
      "src/sessions.ts": `/** Where sessions are stored: in memory, by token. */
const sessions = new Map<string, { user: string; until: number }>();

/** Starts a session that lasts an hour. */
export function startSession(token: string, user: string, now: number): void {
  sessions.set(token, { user, until: now + 3_600_000 });
}

/** The user of a session, unless it has ended. */
export function userOf(token: string, now: number): string | undefined {
  const session = sessions.get(token);
  return session !== undefined && session.until > now ? session.user : undefined;
}
`,
      "src/api/user.ts": `import { startSession, userOf } from "../sessions.js";

/** Logs a user in and returns the token of the session. */
export function loginUser(name: string, now: number): string {
  const token = crypto.randomUUID();
  startSession(token, name, now);
  return token;
}

/** Who is logged in with this token. */
export function currentUser(token: string, now: number): string | undefined {
  return userOf(token, now);
}
`,
      "src/api/AGENTS.md": "# API\n\nNever log a token.\n",
    },
  },
  {
    subject: "Add a price tool in Python",
    changes: {
      "packages/foo/src/x.py":
        'def price(cents: int) -> str:\n    """An amount of cents as people write it."""\n    return f"{cents / 100:.2f}"\n',
      "packages/foo/AGENTS.md": "# Price tool\n\nPython 3.12, no dependencies.\n",
      "packages/shop/AGENTS.md": "# Shop front\n\nEvery text is translated.\n",
      "packages/shop/src/front.ts": `import { Cart } from "../../../src/cart.js";

/** What stands above the cart. */
export function headline(cart: Cart): string {
  return \`In your cart: \${cart.total()} cents\`;
}
`,
      "src/one.ts": "export const one = 1;\n",
    },
  },
  {
    subject: "Cap the retry delay at ten seconds",
    changes: {
      "src/retry.ts": [
        `/** The delay before an attempt: it doubles every time. */
export function retryDelay(attempt: number, delayMs: number): number {
  return delayMs * 2 ** attempt;
}
`,
        `const LONGEST_DELAY_MS = 10_000;

/** The delay before an attempt: it doubles every time, up to ten seconds. */
export function retryDelay(attempt: number, delayMs: number): number {
  return Math.min(delayMs * 2 ** attempt, LONGEST_DELAY_MS);
}
`,
      ],
    },
  },
  {
    subject: "Refuse requests that the provider answers with an error",
    changes: {
      "src/http.ts": [
        `  return await response.json();
`,
        `  if (!response.ok) throw new Error(\`the provider answered \${response.status}\`);
  return await response.json();
`,
      ],
    },
  },
  {
    subject: "Count how many lines a cart has",
    changes: {
      "src/cart.ts": [
        `  /** The price of`,
        `  /** How many lines there are. */
  get size(): number {
    return this.#lines.size;
  }

  /** The price of`,
      ],
    },
  },
  {
    subject: "Let login sessions last two hours",
    changes: {
      "src/sessions.ts": ["lasts an hour", "lasts two hours"],
      "src/api/user.ts": ["the token of the session", "the token of the session, which lasts two hours"],
    },
  },
  {
    subject: "Round negative prices away from zero",
    changes: {
      "src/money.ts": [
        "return Math.round(cents);",
        "return Math.sign(cents) * Math.round(Math.abs(cents));",
      ],
    },
  },
];

/** Nothing of whoever writes the repository, so that commits have the same ids everywhere. */
const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: Deno.build.os === "windows" ? "NUL" : "/dev/null",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
};

/**
 * Writes the repository with its history into a folder, which is made.
 *
 * @param root absolute.
 */
export async function writeDemoRepository(root: string): Promise<void> {
  await Deno.mkdir(root, { recursive: true });
  await git(root, ["init", "--quiet", "--initial-branch=main", "--template="]);
  for (const [day, { subject, changes }] of COMMITS.entries()) {
    for (const [path, change] of Object.entries(changes)) await apply(change, join(root, path));
    await git(root, ["add", "--all"]);
    await git(root, ["commit", "--quiet", "--no-verify", "--message", subject], day);
  }
  // Tests copy the repository often, and one pack is copied faster than many objects.
  await git(root, ["gc", "--quiet"]);
}

async function apply(change: Change, path: string): Promise<void> {
  if (typeof change === "string") {
    await Deno.mkdir(dirname(path), { recursive: true });
    return await Deno.writeTextFile(path, change);
  }
  const [before, after] = change;
  const text = await Deno.readTextFile(path);
  if (!text.includes(before)) throw new Error(`${path} does not hold ${JSON.stringify(before)}.`);
  await Deno.writeTextFile(path, text.replace(before, () => after));
}

async function git(root: string, args: readonly string[], day = 0): Promise<void> {
  const date = `${Date.UTC(2026, 0, 5 + day) / 1000} +0000`;
  const { success, stderr } = await new Deno.Command("git", {
    args: ["-c", "core.autocrlf=false", ...args],
    cwd: root,
    env: { ...GIT_ENVIRONMENT, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  }).output();
  if (!success) throw new Error(`git ${args[0]} failed:\n${new TextDecoder().decode(stderr)}`);
}
