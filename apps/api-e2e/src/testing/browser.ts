import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** Playwright's value for no timeout. */
const noTimeout = 0;

/** Path of Chromium; empty if it is not installed, which `npm test` reports at its end. */
export const browserPath = execFileSync(process.execPath, [join(__dirname, '../../find-browser.mjs')], {
  encoding: 'utf8',
});

/** Set in CI, so that the browser tests fail instead of being skipped. */
export const isBrowserRequired = process.env['PETSTORE_BROWSER'] === 'required';

export function launchBrowser(): Promise<Browser> {
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
  // Chromium has no sandbox for root.
  const args = process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet;
  return chromium.launch({ executablePath: browserPath, args, timeout: noTimeout });
}

/** Opens a page without Playwright's timeout of 30 s, which a busy machine exceeds. Jest's timeout applies. */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(noTimeout);
  return page;
}
