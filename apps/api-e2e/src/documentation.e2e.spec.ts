import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { describeInBrowser, launchBrowser, newPage, recordViolations } from './support/browser.ts';
import type { Service } from './support/service.ts';
import { Database, issueKey, petstore, startService } from './support/test-file.ts';

/** An integer that JavaScript rounds to 9007199254740992. */
const beyondSafe = '9007199254740993';

/** Tags of the axe rules for the levels A and AA of WCAG 2.0, 2.1 and 2.2. */
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** The rules whose results depend on colours. */
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/** The part of axe-core that the tests use. */
declare const axe: {
  run(
    options: object,
  ): Promise<{ violations: { id: string; nodes: { target: unknown; failureSummary?: string }[] }[] }>;
};
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const desktop = { viewport: { width: 1_366, height: 768 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };

describeInBrowser('the documentation', () => {
  let service: Service;
  let browser: Browser;
  let key: string;

  beforeAll(async () => {
    const { location } = await Database.create();
    service = await startService({ ...location, BETA: 'on' });
    key = await issueKey(location);
    expect((await petstore(location, 'seed', '--count', '3')).exitCode).toBe(0);
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    expect(await service.end('SIGTERM')).toBe(0);
  });

  async function openDialog(page: Page): Promise<void> {
    await page.locator('.btn.authorize').first().click();
    await page.locator('.auth-container input[type=text]').waitFor();
  }

  async function enterKey(page: Page): Promise<void> {
    await page.locator('.auth-container input[type=text]').fill(key);
    await page.locator('.auth-container .btn.authorize').click();
    await page.locator('.btn.btn-done').click();
  }

  describe('of Swagger UI', () => {
    let page: Page;
    let violations: () => Promise<string[]>;
    const problems: string[] = [];

    // To load the page takes more work than all that the tests do with it.
    beforeAll(async () => {
      page = await newPage(browser, desktop);
      violations = recordViolations(page);
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(message.text());
      });
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('request', (request) => {
        const isOther = request.url().startsWith('http') && !request.url().startsWith(service.address);
        if (isOther) problems.push(`requested ${request.url()}`);
      });
      await page.goto(`${service.address}/docs`);
      // The script renders the operations after the load event.
      await operation('getPet').waitFor();
    });

    afterAll(async () => {
      await page.close();
    });

    const operation = (id: string) => page.locator(`#operations-pets-${id}`);
    const stored = () => page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));

    /** Clicks on Execute. @returns the status and the body that the page shows, and its curl command */
    async function execute(block: Locator): Promise<{ status: string; body: string; curl: string }> {
      const live = block.locator('.live-responses-table');
      // The page shows the response of an earlier request until the new one arrives.
      if (await live.isVisible()) await block.locator('.btn-clear').click();
      await live.waitFor({ state: 'detached' });
      await block.locator('.btn.execute').click();
      await live.waitFor();
      return {
        status: (await live.locator('.response-col_status').last().innerText()).split('\n')[0] ?? '',
        body: await live.locator('.response-col_description').last().innerText(),
        curl: await block.locator('.curl-command').innerText(),
      };
    }

    it('loads nothing from other origins, shows how to get a key and the stable operations without scrolling, and marks the others', async () => {
      expect(await page.title()).toBe('Petstore API');
      expect(await page.locator('body').innerText()).toContain('keys issue');
      const stable = ['listPets', 'createPet', 'getPet'].map(operation);
      for (const element of [page.locator('h1'), page.locator('.btn.authorize').first(), ...stable]) {
        const box = await element.boundingBox();
        expect(box!.y + box!.height).toBeLessThanOrEqual(desktop.viewport.height);
      }
      expect(await page.locator('.opblock-deprecated').innerText()).toMatch(/\{petId\}[^]*2030-12-05/);
      for (const [id, isBeta] of [
        ['updatePet', true],
        ['createPet', false],
      ] as const) {
        expect(/\bbeta\b/i.test(await operation(id).innerText())).toBe(isBeta);
      }
      // Also in the schemas that nobody has opened.
      const types = await page.locator('.models .json-schema-2020-12__attribute--primary').allInnerTexts();
      expect(types).toEqual(expect.arrayContaining(['array<Pet>', 'array<Order>']));
      expect(types.filter((type) => type.includes('any'))).toEqual([]);
      expect(problems).toEqual([]);
    });

    it('runs all stable operations with a key, which it neither stores nor shows in a command, rounds no integer, and requests the next page by a link', async () => {
      await operation('listPets').locator('.opblock-summary').click();
      const refused = await execute(operation('listPets'));
      expect(refused).toMatchObject({ status: '401', body: expect.stringContaining('missing_api_key') });
      await openDialog(page);
      expect(await page.locator('.auth-container').innerText()).toMatch(/only the key, without\s+Bearer/);
      await enterKey(page);
      expect(await stored()).not.toContain(key);

      await operation('createPet').locator('.opblock-summary').click();
      await operation('createPet').locator('textarea').first().fill(`{"name": "Rex", "categoryId": ${beyondSafe}}`);
      const created = await execute(operation('createPet'));
      expect(created.status).toBe('201');
      expect(created.curl).toContain(`"categoryId": ${beyondSafe}`);
      expect(created.curl).toContain('Authorization: Bearer <API key>');
      expect(created.body).toContain(`"categoryId": ${beyondSafe}`);
      const listed = await execute(operation('listPets'));
      expect(listed).toMatchObject({ status: '200', body: expect.stringContaining(`"categoryId": ${beyondSafe}`) });
      await operation('getPet').locator('.opblock-summary').click();
      const id = operation('getPet').locator('input').first();
      await id.fill(/"id": (\d+)/.exec(created.body)?.[1] ?? '');
      const got = await execute(operation('getPet'));
      expect(got).toMatchObject({ status: '200', body: expect.stringContaining(`"categoryId": ${beyondSafe}`) });

      const list = operation('listPets');
      await list.locator('tr[data-param-name=limit] input').fill('1');
      const first = await execute(list);
      // The link continues the list that is shown, although the form has another filter now.
      await list.locator('tr[data-param-name=status] select').selectOption('sold');
      const next = list.getByRole('link', { name: 'Next page' });
      const path = await next.getAttribute('href');
      expect(path).toMatch(/^\/v1\/pets\?limit=1&cursor=/);
      const response = page.waitForResponse(service.address + path);
      await next.click();
      const [pet] = (await (await response).json()) as [{ id: number }];
      await list.locator('.live-responses-table', { hasText: `"id": ${pet.id},` }).waitFor();
      expect(first.body).not.toContain(`"id": ${pet.id},`);
      const cursor = await list.locator('tr[data-param-name=cursor] input').inputValue();
      expect(path).toContain(`cursor=${cursor}`);

      // Several values of a filter.
      const events = page.locator('#operations-events-listEvents');
      await events.locator('.opblock-summary').click();
      await events.locator('tr[data-param-name=limit] input').fill('1');
      await events.locator('tr[data-param-name=type] select').selectOption(['pet.created', 'pet.updated']);
      const oldest = await execute(events);
      const following = page.waitForResponse((each) => each.url().includes('cursor='));
      await events.getByRole('link', { name: 'Next page' }).click();
      const [event] = (await (await following).json()) as [{ id: string }];
      await events.locator('.live-responses-table', { hasText: `"id": "${event.id}",` }).waitFor();
      expect(oldest.body).not.toContain(`"id": "${event.id}",`);
      expect(await violations()).toEqual([]);
    });
  });

  /** Lists what violates an accessibility rule. The debugger protocol runs axe: the page allows no inline script. */
  async function violationsOf(page: Page, runOnly: object): Promise<string[]> {
    // Without `resultTypes`, axe also computes the selectors of all elements that violate nothing.
    const options = { runOnly, resultTypes: ['violations'] };
    const { violations } = await page.evaluate((values) => axe.run(values), options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${String(target)}: ${failureSummary}`),
    );
  }

  /** Expects a form without Cancel, with headers only if they fit or are opened, and with spaced fields. */
  async function expectClearForm(operation: Locator, isWide: boolean): Promise<void> {
    await operation.locator('.btn.execute').waitFor();
    expect(await operation.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
    const headers = operation.locator('.responses-table .headers').first();
    expect(await headers.isVisible()).toBe(isWide);
    await operation.locator('.headers-block summary').first().click();
    expect(await headers.isVisible()).toBe(!isWide);
    // Pixels between the type of each parameter and its field, on the axis on which they are apart.
    const gaps = await operation.locator('tr[data-param-name]:visible').evaluateAll((rows) =>
      rows.map((row) => {
        const text = document.createRange();
        text.selectNodeContents(row.querySelector('.parameter__type')!);
        const [type, field] = [
          text.getBoundingClientRect(),
          row.querySelector('input, select')!.getBoundingClientRect(),
        ];
        return Math.max(field.left - type.right, field.top - type.bottom);
      }),
    );
    expect(gaps.filter((gap) => gap < 8)).toEqual([]);
    await operation.locator('.headers-block summary').first().click();
  }

  it.each([
    ['1366 × 768', desktop, true],
    ['390 × 844', phone, false],
  ] as const)(
    'violates no WCAG 2.2 AA rule in the colours of the system, also after they change, needs no horizontal scrolling, and has clear forms: %s',
    async (_, device, isWide) => {
      const page = await newPage(browser, { ...device, colorScheme: 'light' });
      await page.goto(`${service.address}/docs`);
      await page.locator('#operations-pets-getPet').waitFor();
      await page.evaluate(axeSource);
      const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const found: Record<string, string[]> = {};
      const check = async (state: string) => {
        const violations = await violationsOf(page, { type: 'tag', values: levels });
        const [width, visible] = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return [scrollWidth, clientWidth] as const;
        });
        if (width > visible) violations.push(`${width} > ${visible}`);
        await page.emulateMedia({ colorScheme: 'dark' });
        await page.waitForFunction((color) => getComputedStyle(document.body).backgroundColor !== color, light);
        violations.push(...(await violationsOf(page, { type: 'rule', values: rulesOfColours })));
        await page.emulateMedia({ colorScheme: 'light' });
        await page.waitForFunction((color) => getComputedStyle(document.body).backgroundColor === color, light);
        if (violations.length > 0) found[state] = violations;
      };
      await check('page');
      await openDialog(page);
      await check('dialog');
      await enterKey(page);
      for (const id of ['pets-listPets', 'pets-createPet', 'pets-getPet', 'store-placeOrder']) {
        const operation = page.locator(`#operations-${id}`);
        await operation.locator('.opblock-summary-control').click();
        await expectClearForm(operation, isWide);
        await operation.locator('.error-line button').first().click();
        await operation.getByText('Schema', { exact: true }).last().click();
      }
      const list = page.locator('#operations-pets-listPets');
      await list.locator('tr[data-param-name=limit] input').fill('1');
      await list.locator('.btn.execute').click();
      await list.getByRole('link', { name: 'Next page' }).waitFor();
      await check('opened and executed operations');
      await page.close();
      expect(found).toEqual({});
    },
  );
});
