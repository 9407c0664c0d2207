import type { DynamicModule, Type } from '@nestjs/common';
import type { HttpAdapterOptions } from '@petstore/http/nest/http-adapter';
import type { HttpContext } from '@petstore/http/nest/http-context';
import type { RateLimit } from '@petstore/http/rate-limit/rate-limit';
import type { ErrorCatalogue } from '@petstore/http/response/error-catalogue';
import type { DocumentOptions } from '@petstore/openapi/document/document-options';
import type { DocumentPart } from '@petstore/openapi/document/document-part';

/** The texts of the OpenAPI document that the application sets. Contexts and the error catalogue add the rest. */
export type DocumentTexts = Omit<DocumentOptions, 'version' | 'parts' | 'deprecations' | 'errors'>;

/** The options that an application passes to the platform. */
export interface ApplicationOptions {
  /** Version of the service. */
  readonly version: string;
  /** Global module with the providers that the modules of the contexts need. */
  readonly module: Type | DynamicModule;
  readonly contexts: readonly HttpContext<DocumentPart>[];
  readonly errors: ErrorCatalogue;
  readonly http: HttpAdapterOptions;
  /** First segment of the path of every operation, such as `/v1`. */
  readonly pathPrefix: string;
  /** Rate limit of each caller; undefined if there is no limit. */
  readonly rateLimit?: RateLimit | undefined;
  readonly document: DocumentTexts;
}
