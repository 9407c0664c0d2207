import { unexpectedResponse } from './parse-response.ts';
import { findLinkTarget } from './link-header.ts';

/**
 * Returns the query of the link to the next page; undefined if there is no link. Ignores the rest of the link, because a gateway
 * may serve the API under another path, and because the client must send the key only to the base URL.
 * @throws PetstoreError `unexpected_response` if a browser hides the header
 */
export function nextPageQuery(response: Response): URLSearchParams | undefined {
  const { headers, type } = response;
  const target = findLinkTarget('next', headers.get('Link'));
  if (target !== undefined) return new URLSearchParams(target.split('?')[1]);
  // The service sends X-Request-Id with every response. If it is missing from a CORS response, the browser hides Link as well.
  if (type !== 'cors' || headers.has('X-Request-Id')) return undefined;
  throw unexpectedResponse(response, 'its Link header is not exposed to scripts of this origin (CORS).');
}

/** Creates the error for a link to the next page that would repeat pages without end. */
export function noNewCursor(response: Response) {
  return unexpectedResponse(response, 'its link to the next page has no new cursor.');
}
