import type { ServerResponse } from 'node:http';
import { catalogued, type ErrorCode } from './error-catalogue.ts';

const refusal = Symbol('refusal');
const aside = Symbol('aside');

interface Outcome {
  [refusal]?: ErrorCode;
  [aside]?: true;
}

/** Notes the code of the Error body that a request is answered with. */
export function noteRefusal(response: ServerResponse, code: ErrorCode): void {
  (response as Outcome)[refusal] ??= code;
}

/** The same for an answer that goes past the response, straight to the socket. */
export function noteRefusalAside(response: ServerResponse, code: ErrorCode): void {
  noteRefusal(response, code);
  (response as Outcome)[aside] = true;
}

/** The code a request was refused with, if it was. */
export function refusalOf(response: ServerResponse): ErrorCode | undefined {
  return (response as Outcome)[refusal];
}

/** The status that was sent; none when the client went away before. */
export function statusOf(response: ServerResponse): number | undefined {
  // A listener that answers later writes headers, too. They are not sent.
  if ((response as Outcome)[aside]) return catalogued((response as Outcome)[refusal]!).status;
  return response.headersSent && wasHeard(response) ? response.statusCode : undefined;
}

/** Whether the client went away before it had the whole answer. */
export function isAborted(response: ServerResponse): boolean {
  return !(response.writableFinished && wasHeard(response)) && !(response as Outcome)[aside];
}

/** Not when the client went away in the middle of its request: what is said then is said to nobody. */
function wasHeard({ req }: ServerResponse): boolean {
  return req.complete || !req.destroyed || req.readableEnded;
}
