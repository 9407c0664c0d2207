import type { IncomingMessage } from 'node:http';

/**
 * The values of a header, in their order. Node's `headers` drops repeated fields, and `headersDistinct` makes an array for
 * each field of the request.
 * @param name in lower case
 */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const field = rawHeaders[index]!;
    if (field.length === name.length && field.toLowerCase() === name) values.push(rawHeaders[index + 1]!);
  }
  return values;
}

/**
 * The value of a header that was sent exactly once; undefined otherwise, because proxies may choose different ones of
 * several values.
 * @param name in lower case
 */
export function singleHeader(request: IncomingMessage, name: string): string | undefined {
  const values = headerValues(request, name);
  return values.length === 1 ? values[0] : undefined;
}
