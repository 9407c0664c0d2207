import { NewPet } from '@petstore/pets-domain';
import type { HttpResponse } from '@petstore/testing/raw';
import { startTestApp, type TestApp } from './test-app.ts';

export const changesPath = '/v1/pets/changes';

/** A service with the beta operations. */
export interface ChangeFeedApp extends TestApp {
  /** Returns the path of the changes from now on. */
  pathOfPresent(parameters: string): Promise<string>;
  addPet(name: string): Promise<unknown>;
}

export async function startChangeFeedApp(): Promise<ChangeFeedApp> {
  const app = await startTestApp({ beta: true });
  return {
    ...app,
    pathOfPresent: async (parameters) => nextPath(await app.client.get(`${changesPath}?${parameters}`)),
    addPet: (name) => app.pets.add(NewPet.of({ name, categoryId: 7 })),
  };
}

/** Returns the path in the only link of a response. */
export function nextPath({ headers }: Pick<HttpResponse, 'headers'>): string {
  const [, path] = /^<([^>]+)>; rel="next"$/.exec(headers['link'] ?? '') ?? [];
  if (path === undefined) throw new Error(`the response has not exactly the link "next": ${headers['link']}`);
  return path;
}
