// The types of the package for programs that `require` it. Under `module: node16`, TypeScript refuses to `require` an ES module,
// although the versions of Node that the package supports can.
import type * as client from './dist/index.js' with { 'resolution-mode': 'import' };

export type * from './dist/index.js' with { 'resolution-mode': 'import' };
export declare const PetstoreClient: typeof client.PetstoreClient;
export type PetstoreClient = client.PetstoreClient;
export declare const PetstoreError: typeof client.PetstoreError;
export type PetstoreError = client.PetstoreError;
