import type { OpenAPIObject } from '@nestjs/swagger';
import type { ResponseLinks } from './response-links.ts';

type Components = NonNullable<OpenAPIObject['components']>;

/** The part that a context adds to the OpenAPI document, in addition to its operations. */
export interface DocumentPart {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Markdown sections of the description, before the platform's sections on requests and errors. */
  readonly sections: readonly string[];
  /** Markdown sections of the description, after the platform's sections. */
  readonly closingSections: readonly string[];
  /** Schemas that no class declares, by name. */
  readonly schemas: NonNullable<Components['schemas']>;
  /** Header components by name. A component replaces the platform's component of the same name. */
  readonly headers: NonNullable<Components['headers']>;
  /** Links from responses to other operations. */
  readonly links?: ResponseLinks;
}
