import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { contract } from './checked-client.ts';

/** Playwright's value for no timeout: Jest's applies, because a busy machine exceeds 30 s. */
const noTimeout = 0;

const candidates = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const executablePath = candidates.find((path) => path && existsSync(path));

/** Without Chromium, skips the tests and prints a message. With PETSTORE_BROWSER=required, as in CI, they fail instead. */
export const describeInBrowser: (name: string, tests: () => void) => void = (name, tests) => {
  if (executablePath || process.env['PETSTORE_BROWSER'] === 'required') return describe(name, tests);
  describe.skip(`${name} (skipped: Chromium was not found; set CHROMIUM_PATH to its path)`, tests);
};

/** Starts Chromium without its own requests to the network. @param options more options of its command line */
export function launchBrowser(...options: string[]): Promise<Browser> {
  const offline = [
    ...options,
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ];
  // Chromium does not start as root with its sandbox.
  const args = process.getuid?.() === 0 ? [...offline, '--no-sandbox'] : offline;
  if (!executablePath) throw new Error('Chromium was not found: set CHROMIUM_PATH to its path');
  return chromium.launch({ executablePath, args, timeout: noTimeout });
}

/** A page without animations, so that no check sees a colour in the middle of a transition. */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage({ reducedMotion: 'reduce', ...options });
  page.setDefaultTimeout(noTimeout);
  return page;
}

/** Checks every response of an operation that the page receives. @returns a function that returns the violations so far */
export function recordViolations(page: Page): () => Promise<string[]> {
  const checks: Promise<string[]>[] = [];
  page.on('response', (response) => {
    const url = new URL(response.url());
    const request = { method: response.request().method(), path: url.pathname + url.search };
    if (!contract.operationFor(request)) return;
    const check = async () => {
      const [headers, text] = [await response.allHeaders(), await response.text()];
      return contract.violationsOf({ ...request, status: response.status(), headers, text });
    };
    checks.push(check().catch((error: unknown) => [String(error)]));
  });
  return async () => (await Promise.all(checks)).flat();
}
