import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
/** Without Chromium, skips the tests and prints a message. With PETSTORE_BROWSER=required, as in CI, they fail instead. */
export declare const describeInBrowser: (name: string, tests: () => void) => void;
/** Starts Chromium without its own requests to the network. */
export declare function launchBrowser(): Promise<Browser>;
/** A page without animations, so that no check sees a colour in the middle of a transition. */
export declare function newPage(browser: Browser, options?: BrowserContextOptions): Promise<Page>;
/** Checks every response of an operation that the page receives. @returns a function that returns the violations so far */
export declare function recordViolations(page: Page): () => Promise<string[]>;
//# sourceMappingURL=browser.d.ts.map