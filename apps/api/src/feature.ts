import type { Type } from '@nestjs/common';
import type { ErrorsFor } from '@petstore/edge/errors';

/** What the API must know of a context, or of the events. The folder has one in `<context>.feature.ts`, and `features.ts` lists them. */
export interface Feature<Code extends string = string> {
  /** Name and description of the tag of its operations in the OpenAPI document. */
  readonly tag: readonly [name: string, description: string];
  readonly modules: readonly Type[];
  /** The modules of its beta operations, which only `BETA=on` imports. */
  readonly betaModules: readonly Type[];
  /** The HTTP error for the code of each error that its domain exports. */
  readonly errors: ErrorsFor<Code>;
}
