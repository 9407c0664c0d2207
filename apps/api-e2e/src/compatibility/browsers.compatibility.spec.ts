import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@petstore/database/testing';
import { combination, debianVersion, npmFolder } from '../support/combination.ts';
import type { Service } from '../support/service.ts';
import { Database, issueKey, processes, startService } from '../support/test-file.ts';

/** An integer that JavaScript rounds to 9007199254740992. */
const beyondSafe = '9007199254740993';

/** Runs in the page: enters the key, creates an animal with *Try it out*, and returns the response that the page shows. */
const tryItOut = `async (key) => {
  const wait = () => new Promise((resolve) => setTimeout(resolve, 10));
  const find = async (selector, text = '') => {
    for (;;) {
      const found = [...document.querySelectorAll(selector)].find((each) => each.innerText.includes(text));
      if (found) return found;
      await wait();
    }
  };
  const click = async (selector) => (await find(selector)).click();
  const fill = async (selector, text) => {
    const field = await find(selector);
    // React sees only a change that the setter of the element makes.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  await click('.btn.authorize');
  await fill('.auth-container input', key);
  await click('.auth-container .btn.authorize');
  await click('.btn.btn-done');
  const create = '#operations-pets-createPet ';
  await click(create + '.opblock-summary-control');
  await fill(create + 'textarea', '{"name": "Rex", "categoryId": ${beyondSafe}}');
  await click(create + '.btn.execute');
  return (await find(create + '.live-responses-table .response-col_description', '"id"')).innerText;
}`;

let service: Service;
let key: string;

beforeAll(async () => {
  const { location } = await Database.create();
  [service, key] = [await startService(location), await issueKey(location)];
});

/** Drives Chromium and, with WebDriver BiDi, an ordinary Firefox. */
const driver = 'puppeteer-core@24.43.1';

/** Prints the response, and every error and warning of the console. */
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
  await page.goto(address + '/docs');
  const body = await page.evaluate(${tryItOut}, key);
  console.log(JSON.stringify({ body, problems }));
  await browser.close();
`;

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

combination(
  {
    section: 'browsers',
    program: 'WebKitGTK, Swagger UI',
    // The engine of Safari. Its driver needs a display.
    version: async () => (await debianVersion('xvfb')) && debianVersion('webkit2gtk-driver'),
    holds: '*Try it out* shows and sends integers of 64 bits exactly',
  },
  async () => {
    const [port, display] = [await freePort(), `:${await freePort()}`];
    processes.spawn('Xvfb', [display, '-nolisten', 'tcp'], { stdio: 'ignore' });
    const env = { DISPLAY: display, HOME: processes.directory };
    processes.spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env });
    /** Sends a command of WebDriver. */
    const send = async (path: string, body: object): Promise<unknown> => {
      const init = { method: 'POST', body: JSON.stringify(body) };
      const response = await fetch(`http://127.0.0.1:${port}/session${path}`, init);
      const { value } = (await response.json()) as { readonly value: unknown };
      if (!response.ok) throw new Error(JSON.stringify(value));
      return value;
    };
    const { sessionId } = (await processes.until(() => send('', { capabilities: {} }))) as { sessionId: string };
    await send(`/${sessionId}/timeouts`, { script: 300_000, pageLoad: 300_000 });
    await send(`/${sessionId}/url`, { url: `${service.address}/docs` });
    const run = `const [key, done] = arguments; (${tryItOut})(key).then(done, (error) => done(String(error)));`;
    expect(await send(`/${sessionId}/execute/async`, { script: run, args: [key] })).toContain(
      `"categoryId": ${beyondSafe}`,
    );
  },
);
