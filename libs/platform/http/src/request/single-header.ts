import type { IncomingMessage } from 'node:http';

/** A header's value when it was sent exactly once: of several, proxies might disagree about which one counts. */
export function singleHeader(request: IncomingMessage, name: string): string | undefined {
  if (request.headers[name] === undefined) return undefined;
  const values = request.headersDistinct[name];
  return values?.length === 1 ? values[0] : undefined;
}
