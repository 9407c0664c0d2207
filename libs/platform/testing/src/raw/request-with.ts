import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/** Creates a request with one header that was sent once for each value. */
export function requestWith(name: string, ...values: string[]): IncomingMessage {
  const sent = values.length > 0;
  return Object.assign(new IncomingMessage(new Socket()), {
    headers: sent ? { [name]: values.join(', ') } : {},
    headersDistinct: sent ? { [name]: values } : {},
  });
}
