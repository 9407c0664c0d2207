import { Contract } from '@petstore/testing/check';
import type { Page } from 'playwright-core';
/** Checks exchanges against the committed OpenAPI document. */
export declare const contract: Contract;
/** Calls `fetch`, and throws if the response violates the OpenAPI document. */
export declare function fetchChecked(address: string, init?: RequestInit): Promise<Response>;
/**
 * Checks every response that the page receives from an operation against the OpenAPI document.
 * @returns a function that returns the violations so far
 */
export declare function recordViolations(page: Page): () => Promise<string[]>;
//# sourceMappingURL=checked-fetch.d.ts.map