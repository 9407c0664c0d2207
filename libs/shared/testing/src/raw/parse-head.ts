import type { HttpResponse } from './http-response.ts';

/** Parses the status line and the headers of a response. */
export function parseHead(head: string): Omit<HttpResponse, 'text'> {
  const [statusLine = '', ...lines] = head.trimEnd().split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  return { status, headers: Object.fromEntries(headers) };
}
