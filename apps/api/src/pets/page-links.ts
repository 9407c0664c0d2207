import type { PetId } from '@petstore/pets-domain';
import type { ListPetsRequest } from './list-pets.request.ts';
import { encodeCursor } from './cursor.ts';

/** The `Link` header of a page (RFC 8288): `next` when there is one, `first` when this is not it. */
export function pageLinks(
  path: string,
  { limit, status, cursor }: Pick<ListPetsRequest, 'limit' | 'status' | 'cursor'>,
  next?: PetId,
): string | undefined {
  const kept = { ...(limit !== undefined && { limit: String(limit) }), ...(status !== undefined && { status }) };
  const links: string[] = [];
  if (next) links.push(link(path, { ...kept, cursor: encodeCursor(next, status as string | undefined) }, 'next'));
  if (cursor !== undefined) links.push(link(path, kept, 'first'));
  return links.length > 0 ? links.join(', ') : undefined;
}

function link(path: string, parameters: object, relation: string): string {
  const query = new URLSearchParams(parameters as Record<string, string>).toString();
  return `<${path}${query && `?${query}`}>; rel="${relation}"`;
}
