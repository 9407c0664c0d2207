import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Contract, type OpenApiDocument } from '@petstore/contract';
import type { Page } from 'playwright-core';

const file = join(__dirname, '../../../api/openapi.json');

/** The document as it is committed. */
export const contract = new Contract(JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument);

/** `fetch` for every test that asks the service: an answer that breaks the document is an error. */
export async function ask(address: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, init);
  const { pathname, search } = new URL(address);
  contract.check({
    method: init.method ?? 'GET',
    path: pathname + search,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.clone().text(),
  });
  return response;
}

/** The same for what a page asks by itself: everything that breaks the document, once it has been looked at. */
export function answersTo(page: Page): () => Promise<string[]> {
  const looked: Promise<string[]>[] = [];
  page.on('response', (response) => {
    const [method, url] = [response.request().method(), new URL(response.url())];
    const request = { method, path: url.pathname + url.search };
    if (!contract.operationFor(request)) return;
    const look = async () =>
      contract.violationsOf({
        ...request,
        status: response.status(),
        headers: await response.allHeaders(),
        text: await response.text(),
      });
    looked.push(look().catch((error: unknown) => [String(error)]));
  });
  return async () => (await Promise.all(looked)).flat();
}
