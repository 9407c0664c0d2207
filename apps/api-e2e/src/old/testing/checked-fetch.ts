import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Contract, parseDocument } from '@petstore/testing/check';
import type { Page } from 'playwright-core';

const file = join(__dirname, '../../../../api/openapi.yaml');

/** Checks exchanges against the committed OpenAPI document. */
export const contract = new Contract(parseDocument(readFileSync(file, 'utf8')));

/** Calls `fetch`, and throws if the response violates the OpenAPI document. */
export async function fetchChecked(address: string, init: RequestInit = {}): Promise<Response> {
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

/**
 * Checks every response that the page receives from an operation against the OpenAPI document.
 * @returns a function that returns the violations so far
 */
export function recordViolations(page: Page): () => Promise<string[]> {
  const checks: Promise<string[]>[] = [];
  page.on('response', (response) => {
    const [method, url] = [response.request().method(), new URL(response.url())];
    const request = { method, path: url.pathname + url.search };
    if (!contract.operationFor(request)) return;
    const check = async () =>
      contract.violationsOf({
        ...request,
        status: response.status(),
        headers: await response.allHeaders(),
        text: await response.text(),
      });
    checks.push(check().catch((error: unknown) => [String(error)]));
  });
  return async () => (await Promise.all(checks)).flat();
}
