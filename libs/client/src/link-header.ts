/** Matches one link of the header (RFC 8288). Groups: the target, and the parameters with their semicolons. */
const linkPattern = /<([^>]*)>((?:\s*;\s*[^\s=;,"]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)/g;

/** Matches one parameter. Groups: the name, the value in quotes, and the value without quotes. */
const parameterPattern = /;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/** Returns the target of the first link with the relation; undefined if there is none. */
export function findLinkTarget(relation: string, header: string | null): string | undefined {
  for (const [, target, parameters = ''] of (header ?? '').matchAll(linkPattern)) {
    if (relationsOf(parameters).includes(relation)) return target;
  }
  return undefined;
}

/** Returns the relations in lower case. Only the first `rel` parameter is valid (RFC 8288, section 3.3). */
function relationsOf(parameters: string): string[] {
  for (const [, name = '', quoted, unquoted] of parameters.matchAll(parameterPattern)) {
    if (name.toLowerCase() === 'rel') return (quoted ?? unquoted ?? '').toLowerCase().split(/\s+/);
  }
  return [];
}
