import type { HttpAdapterOptions } from '@petstore/http/nest/http-adapter';
import type { RateLimit } from '@petstore/http/rate-limit/rate-limit';
import type { ErrorCatalogue } from '@petstore/http/response/error-catalogue';
import type { DocumentOptions } from '@petstore/openapi/document/build-document';

/** What an application passes to the platform, beside its module. */
export interface ApplicationOptions {
  readonly http: HttpAdapterOptions;
  /** First segment of the path of every operation, such as `/v1`. */
  readonly pathPrefix: string;
  readonly errors: ErrorCatalogue;
  /** Limit of each caller; undefined for none. */
  readonly rateLimit?: RateLimit | undefined;
  /** Imports the options of the OpenAPI document. The first request for the document calls it. */
  readonly loadDocumentOptions: () => Promise<DocumentOptions>;
}
