// Prints the path of Chromium, or nothing if it is not installed. With --tell, prints only a note if it is not installed.
import { accessSync, constants } from 'node:fs';

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const browser = candidates.find((path) => path && isExecutable(path));

if (!process.argv.includes('--tell')) process.stdout.write(browser ?? '');
else if (!browser) {
  process.stdout.write('Not run: the browser tests, because Chromium was not found. Set CHROMIUM_PATH to its path.\n');
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
