import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/** A request that bears one header, in these values, as Node tells of it. */
export function requestWith(name: string, ...values: string[]): IncomingMessage {
  const sent = values.length > 0;
  return Object.assign(new IncomingMessage(new Socket()), {
    headers: sent ? { [name]: values.join(', ') } : {},
    headersDistinct: sent ? { [name]: values } : {},
  });
}
