import { connect } from 'node:net';

/** A response as the clients of this library return it. */
export interface HttpResponse {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const continueHead = 'HTTP/1.1 100 Continue\r\n\r\n';

/**
 * Sends the bytes unchanged and returns everything that the server sends until it closes the connection. Therefore the last
 * request must make the server close the connection.
 * @param afterContinue text to send after the server has sent `100 Continue`, or a function that returns it
 * @param next request to send after the head of the first response
 */
export function exchange(
  port: number,
  bytes: string | Buffer,
  afterContinue?: string | (() => Promise<string>),
  next?: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    let [pending, unsent] = [afterContinue, next];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
      if (unsent !== undefined && /^HTTP\/1\.1 [2-5][^]*?\r\n\r\n/m.test(received)) {
        socket.write(unsent);
        unsent = undefined;
      }
      if (pending === undefined || !received.startsWith(continueHead)) return;
      if (typeof pending === 'string') socket.write(pending);
      else pending().then((rest) => socket.write(rest), reject);
      pending = undefined;
    });
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });
}

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

/** Parses the text of one response. */
export function parseResponse(received: string): HttpResponse {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  return { ...parseHead(head), text: rest.join('\r\n\r\n') };
}

/** Formats a request: its request line, its headers and, if there is one, its body with a `Content-Length`. */
export function requestText(line: string, headers: readonly string[], body?: string): string {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return [line, ...headers, ...length, '', body ?? ''].join('\r\n');
}
