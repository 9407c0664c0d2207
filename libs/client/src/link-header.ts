/** One link of the header (RFC 8288): its target, and its parameters as they stand. */
const links = /<([^>]*)>((?:\s*;\s*[^\s=;,"]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)/g;

/** One of them: its name, and its value as it stands in quotation marks or without. */
const parameter = /;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/** Where the header's first link with the relation leads to; nothing when there is none. */
export function linkTo(relation: string, header: string | null): string | undefined {
  for (const [, target, parameters = ''] of (header ?? '').matchAll(links)) {
    if (relationsOf(parameters).includes(relation)) return target;
  }
  return undefined;
}

/** Only the first `rel` counts, as the RFC says. */
function relationsOf(parameters: string): string[] {
  for (const [, name = '', quoted, bare] of parameters.matchAll(parameter)) {
    if (name.toLowerCase() === 'rel') return (quoted ?? bare ?? '').toLowerCase().split(/\s+/);
  }
  return [];
}
