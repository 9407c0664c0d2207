import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
/** Skips the tests if Chromium is not installed, unless `PETSTORE_BROWSER=required`, as in CI: then they fail. */
export declare const describeInBrowser: jest.Describe;
/** Starts Chromium with its background requests to the network turned off. */
export declare function launchBrowser(): Promise<Browser>;
/**
 * Opens a page without Playwright's timeout of 30 s, which a busy machine exceeds. Jest's timeout applies. The page has no
 * animations, so that no check sees a colour in the middle of a transition.
 */
export declare function newPage(browser: Browser, options?: BrowserContextOptions): Promise<Page>;
//# sourceMappingURL=browser.d.ts.map