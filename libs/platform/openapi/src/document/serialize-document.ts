import type { OpenAPIObject } from '@nestjs/swagger';
import { dump } from 'js-yaml';

/** Returns the document as JSON and as YAML. The repository contains these texts, and the service serves them. */
export function documentTexts(document: OpenAPIObject): { readonly json: string; readonly yaml: string } {
  return {
    json: `${JSON.stringify(document, undefined, 2)}\n`,
    yaml: dump(document, { lineWidth: 120, noRefs: true }),
  };
}
