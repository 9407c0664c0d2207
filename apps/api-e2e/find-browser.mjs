// Prints where Chromium is, or nothing: part of what the end-to-end tests depend on. With --tell, says what that means.
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
  process.stdout.write(
    'Not run: the test of Swagger UI in a browser. There is no Chromium here; CHROMIUM_PATH can say where one is.\n',
  );
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
