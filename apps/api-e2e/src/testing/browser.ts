import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** As Playwright takes it. */
const noTimeout = 0;

/** Where Chromium is; nothing where there is none, which `npm test` tells at its end. */
export const browserPath = execFileSync(process.execPath, [join(__dirname, '../../find-browser.mjs')], {
  encoding: 'utf8',
});

/** CI demands the test that others may go without. */
export const isBrowserDemanded = process.env['PETSTORE_BROWSER'] === 'required';

export function launchBrowser(): Promise<Browser> {
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
  // Chromium has no sandbox for root.
  const args = process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet;
  return chromium.launch({ executablePath: browserPath, args, timeout: noTimeout });
}

/** A page whose actions are limited by the test's time alone: a busy machine exceeds the browser driver's 30 s. */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(noTimeout);
  return page;
}
