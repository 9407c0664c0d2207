import type { ServerResponse } from 'node:http';
import type { HttpError } from './http-error.ts';

const refusal = Symbol('refusal');
const aside = Symbol('aside');

interface Outcome {
  [refusal]?: HttpError;
  [aside]?: true;
}

/** Records the error that the response has. */
export function noteRefusal(response: ServerResponse, error: HttpError): void {
  (response as Outcome)[refusal] ??= error;
}

/** The same for an answer that goes past the response, straight to the socket. */
export function noteRefusalAside(response: ServerResponse, error: HttpError): void {
  noteRefusal(response, error);
  (response as Outcome)[aside] = true;
}

/** The code of the Error body, if the response has one. */
export function refusalOf(response: ServerResponse): string | undefined {
  return (response as Outcome)[refusal]?.code;
}

/** The status that was sent; none when the client went away before. */
export function statusOf(response: ServerResponse): number | undefined {
  // A listener that answers later writes headers, too. They are not sent.
  if ((response as Outcome)[aside]) return (response as Outcome)[refusal]!.status;
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
