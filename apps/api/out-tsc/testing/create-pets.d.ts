import type { TestApp } from './test-app.ts';
/** The allowed values as the error messages describe them. */
export declare const nameRule = "a string of 1 to 255 Unicode characters, not only white space, without U+0000 or lone surrogates";
export declare const categoryRule = "an integer from -9223372036854775808 to 9223372036854775807";
export declare const statusRule = "one of available, pending, sold";
/**
 * Creates functions that send `createPet`.
 * @param app returns the application of the current test
 */
export declare function petCreation(app: () => TestApp): {
    create: (text: string) => import("supertest").SuperTestStatic.Test;
    createPet: (members: object) => import("supertest").SuperTestStatic.Test;
    /** Sends the body, and expects an `invalid_body` error with this message and no created animal. */
    expectRejected(text: string, message: string): Promise<void>;
};
//# sourceMappingURL=create-pets.d.ts.map