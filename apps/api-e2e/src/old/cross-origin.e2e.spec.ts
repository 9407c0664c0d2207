import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petstore, type ServiceProcess } from '@petstore/processes';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, launchBrowser, newPage } from './testing/browser.ts';
import { recordViolations } from './testing/checked-fetch.ts';
import { PetsClient } from './testing/pets-client.ts';
import { startService } from './testing/start-service.ts';

/** The parts of the response that the browser shows to a script, or the error of `fetch`. */
interface ScriptResult {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly error?: string;
}

describeInBrowser('a page of another origin', () => {
  /** Requests per key and hour. Low, so that a test can exceed it. */
  const limit = 12;
  let database: TestDatabase;
  let shop: Server;
  let otherSite: Server;
  let service: ServiceProcess;
  let browser: Browser;
  let page: Page;
  let violations: () => Promise<string[]>;

  beforeAll(async () => {
    database = await createTestDatabase();
    [shop, otherSite] = [await startEmptyPages(), await startEmptyPages()];
    const settings = { CORS_ORIGINS: `https://desk.example, ${originOf(shop)}`, RATE_LIMIT: `${limit}/h` };
    service = await startService({ DATABASE_URL: database.url }, settings);
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await service?.end('SIGTERM');
    await database?.drop();
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

  const issueKey = async () => (await petstore({ DATABASE_URL: database.url }, 'keys', 'issue', 'page')).stdout.trim();

  /** Sends a request from a script of the page. */
  function fetchInPage(path: string, key: string, newPet?: object): Promise<ScriptResult> {
    const headers = {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(newPet && { 'Content-Type': 'application/json' }),
    };
    const init = { headers, ...(newPet && { method: 'POST', body: JSON.stringify(newPet) }) };
    return page.evaluate(
      async ([address, init]) => {
        try {
          const response = await fetch(address, init);
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

  it('can create and list animals and read the link to the next page if its origin is allowed', async () => {
    const key = await issueKey();
    await page.goto(originOf(shop));
    const rex = await fetchInPage('/v1/pets', key, { name: 'Rex', categoryId: 7 });
    expect(rex).toMatchObject({ status: 201, body: { name: 'Rex' } });
    expect(rex.headers).toMatchObject({ location: expect.stringMatching(/^\/v1\/pets\/\d+$/) });
    expect(await fetchInPage('/v1/pets', key, { name: 'Tom', categoryId: 2 })).toMatchObject({ status: 201 });
    const first = await fetchInPage('/v1/pets?limit=1', key);
    expect(first).toMatchObject({ status: 200, body: [{ name: 'Rex' }] });
    expect(first.headers).toMatchObject({
      'x-request-id': expect.any(String),
      ratelimit: expect.stringMatching(/;r=9;/),
    });
    const next = /<([^>]*)>; rel="next"/.exec(first.headers?.['link'] ?? '')?.[1] ?? '';
    expect(await fetchInPage(next, key)).toMatchObject({ status: 200, body: [{ name: 'Tom' }] });
    const got = await fetchInPage(rex.headers?.['location'] ?? '', key);
    expect(got).toMatchObject({
      status: 200,
      headers: { sunset: expect.any(String), deprecation: expect.any(String) },
    });
  });

  it('can read error bodies and Retry-After if its origin is allowed', async () => {
    const key = await issueKey();
    await page.goto(originOf(shop));
    const challenge = expect.stringContaining('Bearer');
    expect(await fetchInPage('/v1/pets', '')).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': challenge },
      body: { code: 'missing_api_key' },
    });
    expect(await fetchInPage('/v1/pets', key, { name: '' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_body' },
    });
    expect(await fetchInPage('/v1/nothing', key)).toMatchObject({ status: 404, body: { code: 'route_not_found' } });
    for (let count = 1; count < limit; count++) expect((await fetchInPage('/v1/pets', key)).status).toBe(200);
    expect(await fetchInPage('/v1/pets', key)).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/), 'x-request-id': expect.any(String) },
      body: { code: 'rate_limited' },
    });
  });

  it('can neither read nor create animals if its origin is not allowed', async () => {
    const key = await issueKey();
    const client = new PetsClient(service.address, key);
    const before = await client.all();
    await page.goto(originOf(otherSite));
    const failed = { error: 'TypeError: Failed to fetch' };
    expect(await fetchInPage('/v1/pets', key)).toEqual(failed);
    expect(await fetchInPage('/v1/pets', key, { name: 'Rex', categoryId: 7 })).toEqual(failed);
    expect(await fetchInPage('/v1/pets', '')).toEqual(failed);
    expect(await client.all()).toEqual(before);
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
