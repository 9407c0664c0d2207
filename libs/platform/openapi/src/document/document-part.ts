import type { OpenAPIObject } from '@nestjs/swagger';

type Components = NonNullable<OpenAPIObject['components']>;

/** What a context adds to the OpenAPI document, beside its operations. */
export interface DocumentPart {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Markdown sections of the description, before the platform's sections on requests and errors. */
  readonly sections: readonly string[];
  /** Markdown sections of the description, after the platform's sections. */
  readonly closingSections: readonly string[];
  /** Schemas that no class declares, by name. */
  readonly schemas: NonNullable<Components['schemas']>;
  /** Header components by name. One of the same name replaces the platform's. */
  readonly headers: NonNullable<Components['headers']>;
}
