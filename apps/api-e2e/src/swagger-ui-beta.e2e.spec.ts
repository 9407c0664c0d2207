import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import type { ServiceProcess } from '@petstore/processes';
import type { Browser, Page } from 'playwright-core';
import { browserPath, isBrowserRequired, launchBrowser, newPage } from './testing/browser.ts';
import { startService } from './testing/start-service.ts';

const describeInBrowser = browserPath || isBrowserRequired ? describe : describe.skip;

describeInBrowser('Swagger UI with BETA=on', () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startService({ DATABASE_URL: database.url }, { BETA: 'on' });
    browser = await launchBrowser();
    page = await newPage(browser);
    await page.goto(`${service.address}/docs`);
    await page.locator('#operations-store-placeOrder').waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await service?.end('SIGTERM');
    await database?.drop();
  });

  /** Operations of the document that the service sends, by whether they are beta. */
  async function operationIds(isBeta: boolean): Promise<string[]> {
    const { paths } = (await (await fetch(`${service.address}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { operationId: string; tags: string[]; 'x-stability'?: string }>>;
    };
    return Object.values(paths)
      .flatMap((path) => Object.values(path))
      .filter((operation) => (operation['x-stability'] === 'beta') === isBeta)
      .map(({ operationId, tags }) => `operations-${tags[0]}-${operationId}`);
  }

  it('marks exactly the beta operations, in the accessible names of their buttons', async () => {
    const [beta, stable] = [await operationIds(true), await operationIds(false)];
    expect([beta.length, stable.length]).toEqual([expect.any(Number), 3]);
    expect(beta).toEqual(expect.arrayContaining(['operations-pets-updatePet', 'operations-store-placeOrder']));
    const marked = (id: string) =>
      page
        .locator(`#${id}`)
        .getByRole('button', { name: /^[A-Z]+ \/\S+ beta \S/ })
        .count();
    for (const id of beta) expect([id, await marked(id)]).toEqual([id, 1]);
    for (const id of stable) expect([id, await marked(id)]).toEqual([id, 0]);
  });

  it('marks a tag if all of its operations are beta', async () => {
    const headings = page.locator('h3.opblock-tag');
    expect(
      await headings.evaluateAll((all) => all.map((heading) => heading.querySelector('.marked')?.textContent)),
    ).toEqual([undefined, 'store beta']);
  });

  it('keeps the mark when an operation is opened', async () => {
    const operation = page.locator('#operations-store-getOrder');
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('.error-line').first().waitFor();
    expect(await operation.locator('.stability').innerText()).toBe('beta');
  });

  it('has a guide with a section on beta operations', async () => {
    const guide = await (await fetch(`${service.address}/docs/guide`)).text();
    expect(guide).toContain('<h2 id="beta-operations">');
  });
});
