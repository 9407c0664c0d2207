import type { OpenAPIObject } from '@nestjs/swagger';
import { dump } from 'js-yaml';

/** The document as JSON and as YAML, as it is committed and served. */
export function documentTexts(document: OpenAPIObject): { readonly json: string; readonly yaml: string } {
  return {
    json: `${JSON.stringify(document, undefined, 2)}\n`,
    yaml: dump(document, { lineWidth: 120, noRefs: true }),
  };
}
