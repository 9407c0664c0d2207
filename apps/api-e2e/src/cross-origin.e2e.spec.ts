import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, launchBrowser, newPage, recordViolations } from './support/browser.ts';
import type { Service } from './support/service.ts';
import { Database, issueKey, startService } from './support/test-file.ts';

/** What the browser shows to a script, or the error of `fetch`. */
interface ScriptResult {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly error?: string;
}

describeInBrowser('a page of another origin', () => {
  let database: Database;
  let shop: Server;
  let otherSite: Server;
  let service: Service;
  let browser: Browser;
  let page: Page;
  let violations: () => Promise<string[]>;

  beforeAll(async () => {
    database = await Database.create();
    [shop, otherSite] = [await startEmptyPages(), await startEmptyPages()];
    const settings = { CORS_ORIGINS: `https://desk.example, ${originOf(shop)}` };
    service = await startService({ ...database.location, ...settings });
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await service?.end('SIGTERM');
    shop?.close();
    otherSite?.close();
  });

  beforeEach(async () => {
    page = await newPage(browser);
    violations = recordViolations(page);
  });

  afterEach(async () => {
    expect(await violations()).toEqual([]);
    await page.close();
  });

  /** Sends a request from a script of the page. */
  function fetchInPage(path: string, key: string, newPet?: object): Promise<ScriptResult> {
    const headers = {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(newPet && { 'Content-Type': 'application/json' }),
    };
    const init = { headers, ...(newPet && { method: 'POST', body: JSON.stringify(newPet) }) };
    return page.evaluate(
      async ([address, request]) => {
        try {
          const response = await fetch(address, request);
          return {
            status: response.status,
            headers: Object.fromEntries(response.headers),
            body: await response.json(),
          };
        } catch (error) {
          return { error: String(error) };
        }
      },
      [service.address + path, init] as const,
    );
  }

  it('can use the API, and read its headers and errors, if its origin is allowed', async () => {
    const key = await issueKey(database.location);
    await page.goto(originOf(shop));
    const rex = await fetchInPage('/v1/pets', key, { name: 'Rex', categoryId: 7 });
    expect(rex).toMatchObject({ status: 201, headers: { location: expect.stringMatching(/^\/v1\/pets\/\d+$/) } });
    expect((await fetchInPage('/v1/pets', key, { name: 'Tom', categoryId: 2 })).status).toBe(201);
    const first = await fetchInPage('/v1/pets?limit=1', key);
    expect(first).toMatchObject({ status: 200, body: [{ name: 'Rex' }] });
    const next = /<([^>]*)>; rel="next"/.exec(first.headers?.['link'] ?? '')?.[1] ?? '';
    expect(await fetchInPage(next, key)).toMatchObject({ status: 200, body: [{ name: 'Tom' }] });
    const got = await fetchInPage(rex.headers?.['location'] ?? '', key);
    expect(got).toMatchObject({
      status: 200,
      headers: { sunset: expect.any(String), deprecation: expect.any(String) },
    });
    expect(await fetchInPage('/v1/pets', '')).toMatchObject({ status: 401, body: { code: 'missing_api_key' } });
  });

  it('can neither read nor create animals if its origin is not allowed', async () => {
    const key = await issueKey(database.location, 'other site');
    const before = await database.petNames();
    await page.goto(originOf(otherSite));
    const failed = { error: 'TypeError: Failed to fetch' };
    expect(await fetchInPage('/v1/pets', key)).toEqual(failed);
    expect(await fetchInPage('/v1/pets', key, { name: 'Max', categoryId: 7 })).toEqual(failed);
    expect(await database.petNames()).toEqual(before);
  });
});

/** Starts a server of empty pages with its own origin. */
async function startEmptyPages(): Promise<Server> {
  const server = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
