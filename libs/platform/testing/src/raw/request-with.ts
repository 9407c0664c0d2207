import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/**
 * Creates a request with one header.
 * @param values of the header, one for each time that it was sent
 */
export function requestWith(name: string, ...values: string[]): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), {
    rawHeaders: values.flatMap((value) => [name, value]),
    headers: values.length > 0 ? { [name]: values.join(', ') } : {},
  });
}
