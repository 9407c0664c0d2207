/** Query parameters as the client sent them; a parameter that is undefined is left out. */
export type SentParameters = Readonly<Record<string, string | undefined>>;

/**
 * Returns the `Link` header of a page (RFC 8288): `next` unless it is the last page, `first` unless it is the first.
 * @param sent limit and filters
 * @param cursor of this page; undefined on the first page
 * @param next cursor of the next page; undefined on the last page
 * @returns undefined if the page is the only one
 */
export function linkHeader(path: string, sent: SentParameters, cursor?: string, next?: string): string | undefined {
  const links: string[] = [];
  if (next !== undefined) links.push(link(path, { ...sent, cursor: next }, 'next'));
  if (cursor !== undefined) links.push(link(path, sent, 'first'));
  return links.length > 0 ? links.join(', ') : undefined;
}

function link(path: string, parameters: SentParameters, relation: string): string {
  let query = '';
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query += `${query ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
  }
  return `<${path}${query}>; rel="${relation}"`;
}
