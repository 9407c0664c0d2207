import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '../support/service.ts';
import { combination, debianVersion, npmFolder } from '../support/combination.ts';
import { Database, issueKey, processes, startService } from '../support/test-file.ts';

/** An integer that JavaScript rounds to 9007199254740992. */
const beyondSafe = '9007199254740993';

/** Drives Chromium and, with WebDriver BiDi, an ordinary Firefox. */
const driver = 'puppeteer-core@24.43.1';

/** Prints what the page shows of a create and a get, and every error and warning of its console. */
const script = `
  const [browserName, executablePath, address, key] = process.argv.slice(2);
  const { default: puppeteer } = await import('puppeteer-core');
  const browser = await puppeteer.launch({
    browser: browserName,
    executablePath,
    // Chromium does not start as root with its sandbox.
    args: browserName === 'chrome' && process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const page = await browser.newPage();
  const problems = [];
  page.on('console', (message) => ['error', 'warn'].includes(message.type()) && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  const click = (selector) => page.locator(selector).setTimeout(0).click();
  const fill = (selector, text) => page.locator(selector).setTimeout(0).fill(text);
  await page.goto(address + '/docs');
  await click('.btn.authorize');
  await fill('.auth-container input', key);
  await click('.auth-container .btn.authorize');
  await click('.btn.btn-done');
  const create = '#operations-pets-createPet ';
  await click(create + '.opblock-summary');
  await fill(create + 'textarea', '{"name": "Rex", "categoryId": ${beyondSafe}}');
  await click(create + '.btn.execute');
  const shown = create + '.live-responses-table .response-col_description';
  const body = await page.waitForFunction(
    (selector) => [...document.querySelectorAll(selector)].map((cell) => cell.innerText).join('').match(/\\{[^]*\\}/)?.[0],
    { timeout: 0 },
    shown,
  );
  console.log(JSON.stringify({ body: await body.jsonValue(), problems }));
  await browser.close();
`;

let service: Service;
let key: string;

beforeAll(async () => {
  const { location } = await Database.create();
  [service, key] = [await startService(location), await issueKey(location)];
});

const browsers = [
  ['Chromium', 'chromium', 'chrome'],
  ['Firefox', 'firefox-esr', 'firefox'],
] as const;
for (const [program, name, browser] of browsers) {
  combination(
    {
      section: 'browsers',
      program: `${program}, Swagger UI`,
      version: () => debianVersion(name),
      holds:
        '`/docs` loads without an error in the console, and *Try it out* shows and sends integers of 64 bits exactly',
    },
    async () => {
      const cwd = await npmFolder(driver);
      const file = join(cwd, 'browser.mjs');
      writeFileSync(file, script);
      const args = [file, browser, `/usr/bin/${name}`, service.address, key];
      const printed = await processes.output(process.execPath, args, { cwd, env: { HOME: processes.directory } });
      const { body, problems } = JSON.parse(printed) as { readonly body: string; readonly problems: string[] };
      expect(problems).toEqual([]);
      expect(body).toContain(`"categoryId": ${beyondSafe}`);
    },
  );
}
