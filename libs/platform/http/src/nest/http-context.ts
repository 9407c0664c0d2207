import type { Type } from '@nestjs/common';
import type { ErrorMapping } from '../response/error-catalogue.ts';

/** What a context contributes to the HTTP API. `Document` is the type of its part of the OpenAPI document. */
export interface HttpContext<Document = unknown> {
  readonly module: Type;
  /** The HTTP error for each error of its domain. */
  readonly errors: ErrorMapping;
  /** Imports its part of the document. It is called only when the document is requested. */
  readonly document?: () => Promise<Document>;
}
