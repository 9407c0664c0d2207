import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** Playwright's value for no timeout. */
const noTimeout = 0;

/** Path of Chromium; undefined if it is not installed. */
const browserPath = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
].find((path) => path && existsSync(path));

/** Skips the tests if Chromium is not installed, unless `PETSTORE_BROWSER=required`, as in CI: then they fail. */
export const describeInBrowser =
  browserPath || process.env['PETSTORE_BROWSER'] === 'required' ? describe : describe.skip;

/** Starts Chromium with its background requests to the network turned off. */
export function launchBrowser(): Promise<Browser> {
  const offline = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
  // Chromium does not start as root with its sandbox.
  const args = process.getuid?.() === 0 ? [...offline, '--no-sandbox'] : offline;
  if (!browserPath) throw new Error('Chromium was not found: set CHROMIUM_PATH to its path');
  return chromium.launch({ executablePath: browserPath, args, timeout: noTimeout });
}

/**
 * Opens a page without Playwright's timeout of 30 s, which a busy machine exceeds. Jest's timeout applies. The page has no
 * animations, so that no check sees a colour in the middle of a transition.
 */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage({ reducedMotion: 'reduce', ...options });
  page.setDefaultTimeout(noTimeout);
  return page;
}
