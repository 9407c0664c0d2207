import type { Deprecation } from '@petstore/http/response/deprecation';
import type { HttpError } from '@petstore/http/response/http-error';
import type { DocumentPart } from './document-part.ts';

/** What an application adds to its OpenAPI document. */
export interface DocumentOptions {
  readonly title: string;
  /** One sentence that says what the API is for. */
  readonly introduction: string;
  /** How to get an API key, as Markdown. The default names no command. */
  readonly keyInstructions?: string;
  readonly version: string;
  readonly license: { readonly name: string; readonly url: string };
  readonly contact: { readonly name: string };
  /** Base URLs of the service. */
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly parts: readonly DocumentPart[];
  readonly deprecations: readonly Deprecation[];
  /** Every error that an operation can respond with. */
  readonly errors: readonly HttpError[];
}
