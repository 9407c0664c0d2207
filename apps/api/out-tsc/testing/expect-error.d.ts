import type { HttpResponse } from '@petstore/testing/raw';
/** Expects a complete `Error` body with this code and the status of the catalogue, and returns its message. */
export declare function expectError(response: HttpResponse, code: string): string;
//# sourceMappingURL=expect-error.d.ts.map