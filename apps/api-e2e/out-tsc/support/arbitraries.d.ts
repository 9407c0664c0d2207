import { type Arbitrary } from 'fast-check';
/** A pet to create. `categoryId` may be beyond the safe integers of JavaScript. */
export interface ExactPet {
    readonly name: string;
    readonly categoryId: bigint;
    readonly status: string;
}
/** A request as bytes of HTTP/1.1. Method and path are those of its request line. */
export interface RawRequest {
    readonly method: string;
    readonly path: string;
    readonly bytes: Buffer;
}
/** Any valid name: 1 to 255 code points, not only white space, without U+0000. Some have the maximum length. */
export declare const nameArbitrary: Arbitrary<string>;
/** Any int64. Half of them are next to a power of two, or an end of the range. */
export declare const int64Arbitrary: Arbitrary<bigint>;
export declare const petArbitrary: Arbitrary<ExactPet>;
/** Returns the JSON of a pet. */
export declare function jsonOf({ name, categoryId, status }: ExactPet): string;
/**
 * Any request that HTTP can express, mostly for the paths or variants of them.
 * @param key API key that most of them have
 */
export declare function anyRequest(paths: readonly string[], key: string): Arbitrary<RawRequest>;
/** Any request with one to three damages: bytes that are removed, repeated, replaced or inserted. */
export declare function damagedRequest(requests: Arbitrary<RawRequest>): Arbitrary<Buffer>;
//# sourceMappingURL=arbitraries.d.ts.map