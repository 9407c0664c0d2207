import type { OpenAPIObject } from '@nestjs/swagger';
import fastJson from 'fast-json-stringify';

export type Serializer = (response: unknown) => string;

/**
 * Compiles a serializer for the body of each successful response of the document. A bigint becomes an integer with all its digits, which
 * JSON.stringify cannot write.
 * @param prefix of the paths of the document
 * @returns the serializers by method and path, such as `GET /v1/pets/{petId}`
 */
export function compileSerializers({ paths, components }: OpenAPIObject, prefix: string): Map<string, Serializer> {
  const serializers = new Map<string, Serializer>();
  // Without the other components, all of which fast-json-stringify would copy for each operation.
  const referenced = { components: { schemas: components?.schemas } };
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(item as Record<string, Operation>)) {
      const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2'))!;
      const schema = success.content?.['application/json']?.schema;
      if (schema) {
        const serializer = fastJson({ ...schema, ...referenced } as object) as Serializer;
        serializers.set(`${method.toUpperCase()} ${prefix}${path}`, serializer);
      }
    }
  }
  return serializers;
}

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}
