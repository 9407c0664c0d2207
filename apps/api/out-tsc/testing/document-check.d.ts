import { DocumentCheck } from '@petstore/testing/check';
import { type HttpResponse } from '@petstore/testing/raw';
export declare const documentCheck: DocumentCheck;
/** For a service with the beta operations. */
export declare const betaDocumentCheck: DocumentCheck;
/** Sends the bytes to the port, and checks the only response against the document. The request must close the connection. */
export declare function sendAndCheck(port: number, bytes: string | Buffer): Promise<HttpResponse>;
/**
 * Parses a response and checks it against the document. The check of the application misses responses that the server writes
 * to the socket without a response object.
 */
export declare function parseAndCheck(received: string): HttpResponse;
//# sourceMappingURL=document-check.d.ts.map