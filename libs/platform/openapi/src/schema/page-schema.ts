import type { OpenAPIObject } from '@nestjs/swagger';
import { PageLimit } from '@petstore/kernel';

type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/** Schema of a page of a list. @param item name of the schema of an item */
export function pageSchema(item: string, description: string): Schema {
  return { type: 'array', description, maxItems: PageLimit.max, items: { $ref: `#/components/schemas/${item}` } };
}
