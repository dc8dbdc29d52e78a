/** A headless Chromium that is thrown away afterwards. Machines without one skip the tests that need it. */
import type { BrowserContext, Page } from "npm:playwright-core@1.65.1";

/** Where Debian's package puts it; `REPOCTX_TEST_CHROMIUM` names another one. */
const EXECUTABLE = Deno.env.get("REPOCTX_TEST_CHROMIUM") ?? "/usr/bin/chromium";

/** Nothing that would look for updates, an account or a graphics card. */
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A page and everything that went wrong or out on it. */
export class TestBrowser implements AsyncDisposable {
  readonly page: Page;
  /** Errors and warnings of the console, and exceptions. */
  readonly complaints: string[] = [];
  /** Addresses that were asked for. */
  readonly requests: string[] = [];
  readonly #context: BrowserContext;
  readonly #profile: string;

  private constructor(context: BrowserContext, profile: string) {
    this.#context = context;
    this.#profile = profile;
    this.page = context.pages()[0]!;
    context.on("request", (request) => this.requests.push(request.url()));
    context.on("weberror", (error) => this.complaints.push(error.error().message));
    context.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.complaints.push(message.text());
    });
  }

  /** Starts a browser with a new, empty profile. */
  static async start(): Promise<TestBrowser> {
    const { chromium } = await import("npm:playwright-core@1.65.1");
    const profile = Deno.makeTempDirSync({ prefix: "repoctx-browser-" });
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: EXECUTABLE,
      args: FLAGS,
    });
    return new TestBrowser(context, profile);
  }

  /** Opens a file and waits until it stands. */
  async open(path: string): Promise<void> {
    await this.page.goto(`file://${path}`);
  }

  /** Waits until scrolling and drawing have caught up. */
  async settle(): Promise<void> {
    await this.page.evaluate(
      "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.close();
    await Deno.remove(this.#profile, { recursive: true });
  }
}

/** A test that needs a browser. Where there is none it is ignored, and its name says why. */
export function browserTest(name: string, work: (browser: TestBrowser) => Promise<void>): void {
  const isMissing = !isThere(EXECUTABLE);
  Deno.test({
    name: isMissing ? `${name} (skipped: no browser at ${EXECUTABLE})` : name,
    ignore: isMissing,
    async fn() {
      await using browser = await TestBrowser.start();
      await work(browser);
    },
  });
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
