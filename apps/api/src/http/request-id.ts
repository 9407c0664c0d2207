import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ApiKeySecret } from '@petstore/access-domain';
import { soleHeader } from './sole-header.ts';

/** A client's own id must be this to be taken, as the document says it. */
export const takenIds = '1 to 128 of letters, digits and `.` `_` `~` `-` `=` `+` `/` `:` `@`';

const taken = /^[A-Za-z0-9._~\-=+/:@]{1,128}$/;

export const newRequestId = () => randomUUID();

/** The client's own id where it is one that headers and logs can bear, and no key sent in the wrong place; else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const sent = soleHeader(request, 'x-request-id');
  return sent !== undefined && taken.test(sent) && !ApiKeySecret.occursIn(sent) ? sent : newRequestId();
}
