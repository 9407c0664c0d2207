import { Contract } from '@petstore/testing/check';
import { type Answer, Client } from './client.ts';
/** The committed OpenAPI document with the beta operations. */
export declare const document: import("@petstore/testing/check").OpenApiDocument;
export declare const contract: Contract;
/** A client that checks every response against the OpenAPI document. */
export declare class CheckedClient extends Client {
    /** @throws Error with all violations of the document */
    send(method: string, path: string, body?: string, headers?: Record<string, string>): Promise<Answer>;
}
//# sourceMappingURL=checked-client.d.ts.map