import type { PetId } from '@petstore/pets-domain';
import { encodeCursor } from './cursor.ts';
import type { ListPetsRequest } from './list-pets.request.ts';

/** The `Link` header of a page (RFC 8288): `next` when there is one, `first` when this is not it. */
export function pageLinks(
  path: string,
  { limit, status, cursor }: Partial<Pick<ListPetsRequest, 'limit' | 'status' | 'cursor'>>,
  next?: PetId,
): string | undefined {
  const links: string[] = [];
  if (next) links.push(link(path, { limit, status, cursor: encodeCursor(next, status) }, 'next'));
  if (cursor !== undefined) links.push(link(path, { limit, status }, 'first'));
  return links.length > 0 ? links.join(', ') : undefined;
}

/** Nothing has to be escaped: what was sent has been found good, and is letters and digits. */
function link(path: string, parameters: Record<string, string | undefined>, relation: string): string {
  let query = '';
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query += `${query ? '&' : '?'}${name}=${value}`;
  }
  return `<${path}${query}>; rel="${relation}"`;
}
