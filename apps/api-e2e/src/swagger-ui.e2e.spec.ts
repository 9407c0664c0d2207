import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petstore, type ServiceProcess } from '@petstore/processes';
import type { Browser, Locator, Page } from 'playwright-core';
import { browserPath, isBrowserRequired, launchBrowser, newPage } from './testing/browser.ts';
import { recordViolations } from './testing/checked-fetch.ts';
import { startService } from './testing/start-service.ts';

/** An integer that JavaScript rounds to 9007199254740992. */
const beyondSafe = '9007199254740993';

/** Path of the screenshot for docs/api.md, relative to the workspace root. `npm run screenshot` sets it. */
const screenshot = process.env['PETSTORE_SCREENSHOT'];
const describeInBrowser = browserPath || isBrowserRequired ? describe : describe.skip;

describeInBrowser('Swagger UI', () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  let browser: Browser;
  let page: Page;
  let key: string;
  let browserErrors: string[];
  let violations: () => Promise<string[]>;

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startService({ DATABASE_URL: database.url });
    key = (await petstore({ DATABASE_URL: database.url }, 'keys', 'issue', 'browser')).stdout.trim();
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await service?.end('SIGTERM');
    await database?.drop();
  });

  beforeEach(async () => {
    browserErrors = [];
    page = await newPage(browser, { viewport: { width: 1_280, height: 800 } });
    violations = recordViolations(page);
    page.on('console', (message) => isError(message.type()) && browserErrors.push(message.text()));
    page.on('pageerror', (error) => browserErrors.push(String(error)));
    page.on('request', (request) => request.url().startsWith('http') && expectSameOrigin(request.url()));
    await page.goto(`${service.address}/docs`);
    // The script renders the operations after the load event.
    await operation('getPet').waitFor();
  });

  afterEach(async () => {
    expect(await violations()).toEqual([]);
    await page.close();
  });

  const isError = (type: string) => type === 'error' || type === 'warning';

  function expectSameOrigin(url: string): void {
    if (!url.startsWith(service.address)) browserErrors.push(`requested ${url}`);
  }

  const operation = (id: string) => page.locator(`#operations-pets-${id}`);

  const checkbox = () => page.locator('.key-storage input');

  async function authorize({ store = false } = {}): Promise<void> {
    await page.locator('.btn.authorize').first().click();
    await page.locator('.auth-container input[type=text]').fill(key);
    if (store) await checkbox().check();
    await page.locator('.auth-container .btn.authorize').click();
    await page.locator('.btn.btn-done').click();
  }

  /** Clicks on Execute, and returns the response that the page shows and the curl command of the request. */
  async function execute(block: Locator): Promise<{ status: string; body: string; curlCommand: string }> {
    await block.locator('.btn.execute').click();
    const live = block.locator('.live-responses-table');
    await live.waitFor();
    return {
      status: (await live.locator('.response-col_status').last().innerText()).split('\n')[0] ?? '',
      body: await live.locator('.response-col_description').last().innerText(),
      curlCommand: await block.locator('.curl-command').innerText(),
    };
  }

  it('has the title of the API, loads nothing from other origins, and causes no browser error', async () => {
    expect(await page.title()).toBe('Petstore API');
    expect(browserErrors).toEqual([]);
    if (screenshot) await page.screenshot({ path: join(__dirname, '../../..', screenshot) });
  });

  it('shows the title, Authorize, how to get a key, and all operations without scrolling', async () => {
    const operations = page.locator('.opblock');
    expect(await operations.count()).toBe(3);
    const keys = page.locator('.key-instructions');
    expect(await keys.innerText()).toContain('npm run -s petstore -- keys issue');
    for (const element of [page.locator('h1'), page.locator('.btn.authorize'), keys, ...(await operations.all())]) {
      const box = await element.boundingBox();
      expect(box!.y).toBeGreaterThanOrEqual(0);
      expect(box!.y + box!.height).toBeLessThanOrEqual(800);
    }
  });

  it('shows no license, no links column, and the type of the items of an array schema', async () => {
    await page.locator('.models', { hasText: 'array<object>' }).waitFor();
    const text = await page.locator('body').innerText();
    expect(text).not.toMatch(/\bMIT\b|array<any>/);
    await operation('listPets').locator('.opblock-summary').click();
    expect(await operation('listPets').innerText()).not.toMatch(/No links/);
  });

  it('shows the success response, and one line for each error status until it is clicked', async () => {
    const block = operation('createPet');
    await block.locator('.opblock-summary').click();
    await block.locator('[data-code="201"] .example', { hasText: 'Rex' }).waitFor();
    expect(await block.locator('tr[data-code]').count()).toBe(1);
    const line = block.locator('.error-line button', { hasText: 'invalid_body' });
    expect(await line.getAttribute('aria-expanded')).toBe('false');

    await line.click();
    const details = block.locator('tr[data-code="400"]');
    expect(await details.innerText()).toContain('The body is JSON but does not match');
    const guide = await details.locator('a', { hasText: 'invalid_body' }).getAttribute('href');
    await line.click();
    expect(await details.count()).toBe(0);

    await page.goto(`${service.address}${guide}`);
    expect(await page.locator(':target').innerText()).toMatch(/^400\s+invalid_body\s/);
  });

  it('removes the last response when the form refuses a value', async () => {
    const block = operation('listPets');
    await block.locator('.opblock-summary').click();
    await execute(block);
    await block.locator('[data-param-name="limit"] input').fill('1000');
    await block.locator('.btn.execute').click();
    await block.locator('.validation-errors').waitFor();
    expect(await block.locator('.live-responses-table').count()).toBe(0);
  });

  describe('the API key', () => {
    const storedKeys = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    const openDialog = () => page.locator('.btn.authorize').first().click();

    it('stays in memory, and is gone after a reload', async () => {
      await authorize();
      expect(await storedKeys()).not.toContain(key);
      await page.reload();
      await page.locator('.scheme-container .btn.authorize.unlocked').waitFor();
    });

    it('is stored if the user ticks the checkbox, until the tick is removed or the user logs out', async () => {
      await authorize({ store: true });
      expect(await storedKeys()).toContain(key);
      await openDialog();
      await checkbox().uncheck();
      expect(await storedKeys()).not.toContain(key);
      await checkbox().check();
      expect(await storedKeys()).toContain(key);
      await page.locator('.auth-btn-wrapper button', { hasText: 'Logout' }).click();
      expect(await storedKeys()).not.toContain(key);
    });

    it('has a modal dialog that says where the key is, and that returns the focus when Escape closes it', async () => {
      await openDialog();
      const dialog = page.locator('dialog:modal');
      expect(await dialog.innerText()).toContain('The key stays in the memory of this page');
      await checkbox().check();
      expect(await dialog.innerText()).toContain('localStorage');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.locator('.scheme-container .btn.authorize:focus').waitFor();
    });
  });

  it('marks the deprecated operation with its date and its replacement', async () => {
    const block = page.locator('.opblock-deprecated');
    expect(await block.count()).toBe(1);
    expect(await block.innerText()).toMatch(/\{petId\}[^]*2030-12-05[^]*GET \/pets/);
  });

  it('opens the operation that the Link header names', async () => {
    await page.goto(`${service.address}/docs#/pets/getPet`);
    await page.reload();
    await operation('getPet').locator('.opblock-body').waitFor();
  });

  it('shows 401 without a key', async () => {
    await operation('listPets').locator('.opblock-summary').click();
    const { status, body } = await execute(operation('listPets'));
    expect(status).toBe('401');
    expect(body).toContain('missing_api_key');
  });

  it('runs all operations with a key, keeps a stored key after a reload, and rounds no integer', async () => {
    await authorize({ store: true });
    await page.reload();

    await operation('createPet').locator('.opblock-summary').click();
    await operation('createPet').locator('textarea').first().fill(`{"name": "Rex", "categoryId": ${beyondSafe}}`);
    const created = await execute(operation('createPet'));
    expect(created.status).toBe('201');
    expect(created.curlCommand).toContain(`"categoryId": ${beyondSafe}`);
    expect(created.body).toContain(`"categoryId": ${beyondSafe}`);

    await operation('listPets').locator('.opblock-summary').click();
    const listed = await execute(operation('listPets'));
    expect(listed.status).toBe('200');
    expect(listed.body).toContain(`"categoryId": ${beyondSafe}`);

    await operation('getPet').locator('.opblock-summary').click();
    await operation('getPet')
      .locator('input')
      .first()
      .fill(/"id": (\d+)/.exec(created.body)?.[1] ?? '');
    const got = await execute(operation('getPet'));
    expect(got.status).toBe('200');
    expect(got.body).toContain(`"categoryId": ${beyondSafe}`);
    expect(await operation('getPet').innerText()).toMatch(/\d+ ms/);
    expect(browserErrors).toEqual([]);
  });
});
