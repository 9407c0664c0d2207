import type { HttpResponse } from '@petstore/testing/raw';
import { startTestApp, type TestApp } from './test-app.ts';
export declare const changesPath = "/v1/pets/changes";
/** A service with the beta operations. */
export interface ChangeFeedApp extends TestApp {
    /** Returns the path of the changes from now on. */
    pathOfPresent(parameters: string): Promise<string>;
    addPet(name: string): Promise<unknown>;
}
export declare function startChangeFeedApp(overrides?: Parameters<typeof startTestApp>[0]): Promise<ChangeFeedApp>;
/** Returns the path in the only link of a response. */
export declare function nextPath({ headers }: Pick<HttpResponse, 'headers'>): string;
//# sourceMappingURL=change-feed.d.ts.map