import type { Type } from '@nestjs/common';
import type { ErrorMapping } from '../response/error-catalogue.ts';

/** The part of the HTTP API that one context adds. `Document` is the type of its part of the OpenAPI document. */
export interface HttpContext<Document = unknown> {
  readonly module: Type;
  /** Whether all of its operations are beta: they may change, and an instance serves them only if its operator asks for them. */
  readonly isBeta?: boolean;
  /** The HTTP error for each error code of the context. */
  readonly errors: ErrorMapping;
  /** Imports the context's part of the OpenAPI document. Called only when a client requests the document. */
  readonly document?: () => Promise<Document>;
}
