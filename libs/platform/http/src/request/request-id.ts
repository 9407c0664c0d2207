import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { singleHeader } from './single-header.ts';

/** Whether text contains a credential. */
export type IsSecret = (text: string) => boolean;

/** The accepted form of a client's request id, in the words of the OpenAPI document. */
export const takenIds = '1 to 128 of letters, digits and `.` `_` `~` `-` `=` `+` `/` `:` `@`';

const taken = /^[A-Za-z0-9._~\-=+/:@]{1,128}$/;

export const newRequestId = () => randomUUID();

/**
 * The request's id: the client's `X-Request-Id` if it was sent once, has the accepted form and contains no credential;
 * otherwise a new one.
 */
export function chooseRequestId(request: IncomingMessage, isSecret: IsSecret): string {
  if (request.headers['x-request-id'] === undefined) return newRequestId();
  const sent = singleHeader(request, 'x-request-id');
  return sent !== undefined && taken.test(sent) && !isSecret(sent) ? sent : newRequestId();
}
