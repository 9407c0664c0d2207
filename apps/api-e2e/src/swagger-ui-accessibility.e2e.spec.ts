import { readFileSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import type { ServiceProcess } from '@petstore/processes';
import type { Browser, Page } from 'playwright-core';
import { browserPath, isBrowserRequired, launchBrowser, newPage } from './testing/browser.ts';
import { startService } from './testing/start-service.ts';

/** Tags of the axe rules for the levels A and AA of WCAG 2.0, 2.1 and 2.2. */
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** The part of axe-core that the tests use. */
interface Axe {
  run(
    options: object,
  ): Promise<{ violations: { id: string; nodes: { target: unknown; failureSummary?: string }[] }[] }>;
}
declare const axe: Axe;

const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const desktop = { viewport: { width: 1_280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
const minimumFontSize = 12;

const describeInBrowser = browserPath || isBrowserRequired ? describe : describe.skip;

describeInBrowser('the documentation', () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  let browser: Browser;

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startService({ DATABASE_URL: database.url }, { BETA: 'on' });
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await service?.end('SIGTERM');
    await database?.drop();
  });

  /** Lists the violations as `rule: selector: reason`. The debugger protocol runs axe, because the page allows no inline script. */
  async function violations(page: Page): Promise<string[]> {
    await page.evaluate(axeSource);
    // Without `resultTypes`, axe also computes the selectors of all elements that violate nothing.
    const options = { runOnly: { type: 'tag', values: levels }, resultTypes: ['violations'] };
    const { violations } = await page.evaluate((values) => axe.run(values), options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${String(target)}: ${failureSummary}`),
    );
  }

  /** Lists the elements with text that is too small, and the page if it scrolls horizontally. */
  function unreadable(page: Page): Promise<string[]> {
    return page.evaluate((minimum) => {
      const { scrollWidth, clientWidth, outerHTML } = document.documentElement;
      const small = [...document.querySelectorAll('body *:not(script, style)')].filter((element) => {
        const hasText = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
        return hasText && element.checkVisibility() && parseFloat(getComputedStyle(element).fontSize) < minimum;
      });
      const wide = scrollWidth > clientWidth ? [`${scrollWidth} > ${clientWidth}: ${outerHTML.slice(0, 80)}`] : [];
      return [...wide, ...small.map((element) => `small: ${element.outerHTML.slice(0, 80)}`)];
    }, minimumFontSize);
  }

  /** Opens each state of the pages one after the other, and calls `check` for each. */
  async function forEachState(page: Page, check: (state: string) => Promise<void>): Promise<void> {
    await page.goto(`${service.address}/docs`);
    await page.locator('#operations-pets-getPet').waitFor();
    await check('page');
    for (const id of ['pets-listPets', 'pets-createPet', 'pets-getPet', 'pets-updatePet', 'store-placeOrder']) {
      await page.locator(`#operations-${id} .opblock-summary-control`).click();
      await page.locator(`#operations-${id} .error-line`).first().waitFor();
    }
    await check('opened operations');
    await page.locator('#operations-pets-createPet .error-line button').first().click();
    await page.locator('#operations-pets-createPet .error-details').waitFor();
    await page.locator('#operations-pets-listPets .btn.execute').click();
    await page.locator('#operations-pets-listPets .live-responses-table').waitFor();
    await check('opened error and executed operation');
    await page.locator('.btn.authorize').first().click();
    // The dialog itself has no size, because its content is positioned.
    await page.locator('dialog:modal .modal-ux').waitFor();
    await check('dialog');
    await page.goto(`${service.address}/docs/guide`);
    await check('guide');
  }

  it.each([
    ['1280×800', 'light', desktop],
    ['1280×800', 'dark', desktop],
    ['390×844', 'light', phone],
    ['390×844', 'dark', phone],
  ] as const)('violates no WCAG 2.2 AA rule at %s in %s mode', async (_size, colorScheme, device) => {
    const page = await newPage(browser, { ...device, colorScheme });
    const found: Record<string, string[]> = {};
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await forEachState(page, async (state) => {
      const list = await violations(page);
      if (list.length > 0) found[state] = list;
      expect(await background()).toBe(colorScheme === 'dark' ? 'rgb(28, 32, 34)' : 'rgb(250, 250, 250)');
    });
    await page.close();
    expect(found).toEqual({});
  });

  it('needs no horizontal scrolling and has no small text on a phone', async () => {
    const page = await newPage(browser, phone);
    const found: Record<string, string[]> = {};
    await forEachState(page, async (state) => {
      const list = await unreadable(page);
      if (list.length > 0) found[state] = list;
    });
    await page.close();
    expect(found).toEqual({});
  });
});
