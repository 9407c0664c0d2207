import { PetChangesWatch } from '@petstore/pets-application';
import { NewPet, Ticker } from '@petstore/pets-domain';
import { FakeTicker } from '@petstore/pets-domain/testing';
import type { HttpResponse } from '@petstore/testing/raw';
import { startTestApp, type TestApp } from './test-app.ts';

export const changesPath = '/v1/pets/changes';

/** A service with the beta operations. Its waits end only when the test advances the ticker or changes a pet and then does so. */
export interface ChangeFeedApp extends TestApp {
  readonly ticker: FakeTicker;
  readonly watch: PetChangesWatch;
  /** Returns the path of the changes from now on. */
  pathOfPresent(parameters: string): Promise<string>;
  addPet(name: string): Promise<unknown>;
  /** Resolves when `count` further requests wait. */
  whenWaiting(count?: number): Promise<void>;
}

export async function startChangeFeedApp(overrides: Parameters<typeof startTestApp>[0] = {}): Promise<ChangeFeedApp> {
  const ticker = new FakeTicker();
  const app = await startTestApp({ ...overrides, beta: true }, [[Ticker, ticker]]);
  const watch = app.app.get(PetChangesWatch, { strict: false });
  return {
    ...app,
    ticker,
    watch,
    pathOfPresent: async (parameters) => nextPath(await app.client.get(`${changesPath}?${parameters}`)),
    addPet: (name) => app.pets.add(NewPet.parse({ name, categoryId: 7 })),
    whenWaiting: (count = 1) =>
      new Promise((resolve) => {
        const wait = watch.wait.bind(watch);
        let remaining = count;
        const spy = jest.spyOn(watch, 'wait').mockImplementation((...parameters) => {
          remaining -= 1;
          if (remaining === 0) {
            spy.mockRestore();
            // The request holds its response in this event-loop iteration.
            setImmediate(resolve);
          }
          return wait(...parameters);
        });
      }),
  };
}

/** Returns the path in the only link of a response. */
export function nextPath({ headers }: Pick<HttpResponse, 'headers'>): string {
  const [, path] = /^<([^>]+)>; rel="next"$/.exec(headers['link'] ?? '') ?? [];
  if (path === undefined) throw new Error(`the response has not exactly the link "next": ${headers['link']}`);
  return path;
}
