import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/**
 * Creates a request with one header.
 * @param name name of the header in lower case
 * @param values values of the header, each in its own field
 */
export function requestWith(name: string, ...values: string[]): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), {
    rawHeaders: values.flatMap((value) => [name, value]),
    headers: values.length > 0 ? { [name]: values.join(', ') } : {},
  });
}
