/** One link of the header (RFC 8288): its target and its unparsed parameters. */
const links = /<([^>]*)>((?:\s*;\s*[^\s=;,"]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)/g;

/** One parameter: its name and its value, quoted or not. */
const parameter = /;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/** Returns the target of the header's first link with the relation, or undefined. */
export function linkTo(relation: string, header: string | null): string | undefined {
  for (const [, target, parameters = ''] of (header ?? '').matchAll(links)) {
    if (relationsOf(parameters).includes(relation)) return target;
  }
  return undefined;
}

/** Only the first `rel` counts (RFC 8288, section 3.3). */
function relationsOf(parameters: string): string[] {
  for (const [, name = '', quoted, bare] of parameters.matchAll(parameter)) {
    if (name.toLowerCase() === 'rel') return (quoted ?? bare ?? '').toLowerCase().split(/\s+/);
  }
  return [];
}
