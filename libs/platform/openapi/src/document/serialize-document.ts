import type { OpenAPIObject } from '@nestjs/swagger';
import { defineScalarTag, dump, DUMP_SCHEMA, intCoreTag } from 'js-yaml';
import { stringify } from 'lossless-json';

const { identify, represent } = intCoreTag;

/** js-yaml has no representation of bigint. */
const exactInteger = defineScalarTag<unknown>('tag:yaml.org,2002:int', {
  ...intCoreTag,
  identify: (value) => typeof value === 'bigint' || identify(value),
  represent: (value) => (typeof value === 'bigint' ? String(value) : represent(value as number)),
});

/**
 * Returns the document as JSON and as YAML. The repository contains these texts, and the service serves them. Numbers of the type
 * bigint become plain digits.
 */
export function documentTexts(document: OpenAPIObject): { readonly json: string; readonly yaml: string } {
  return {
    json: `${stringify(document, undefined, 2)}\n`,
    yaml: dump(document, { lineWidth: 120, noRefs: true, schema: DUMP_SCHEMA.withTags(exactInteger) }),
  };
}
