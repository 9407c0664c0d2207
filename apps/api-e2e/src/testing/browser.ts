import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** Playwright's value for no timeout. */
const noTimeout = 0;

/** Path of Chromium, or empty if it is not installed. `npm test` reports at its end that the browser tests were skipped. */
export const browserPath = execFileSync(process.execPath, [join(__dirname, '../../find-browser.mjs')], {
  encoding: 'utf8',
});

/** Whether the browser tests fail instead of being skipped if Chromium is not installed, as in CI. */
export const isBrowserRequired = process.env['PETSTORE_BROWSER'] === 'required';

/** Starts Chromium with its background requests to the network turned off. */
export function launchBrowser(): Promise<Browser> {
  const offline = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
  // Chromium does not start as root with its sandbox.
  const args = process.getuid?.() === 0 ? [...offline, '--no-sandbox'] : offline;
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
