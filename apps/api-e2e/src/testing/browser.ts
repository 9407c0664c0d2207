import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

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
  return chromium.launch({ executablePath: browserPath, args });
}
