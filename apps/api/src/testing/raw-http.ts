import { connect } from 'node:net';
import { holdToDocument } from './document-watch.ts';
import type { Answer } from './expect-error.ts';
import { readHead } from './read-head.ts';

const goAhead = 'HTTP/1.1 100 Continue\r\n\r\n';

/**
 * Sends the bytes exactly as they are and gives back all that the server said until it closed the connection: the last
 * request must make it do so. `continued` is what follows once the server has said 100, or makes it.
 */
export function exchange(
  port: number,
  bytes: string | Buffer,
  continued?: string | (() => Promise<string>),
): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    let withheld = continued;
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
      if (withheld === undefined || !received.startsWith(goAhead)) return;
      if (typeof withheld === 'string') socket.write(withheld);
      else withheld().then((rest) => socket.write(rest), reject);
      withheld = undefined;
    });
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });
}

/** The same for an exchange of one answer, read. */
export async function ask(port: number, bytes: string | Buffer): Promise<Answer> {
  return readAnswer(await exchange(port, bytes));
}

/** Reads it and holds it to the document: it may be a refusal that was written outside of any response. */
export function readAnswer(received: string): Answer {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const answer = { ...readHead(head), text: rest.join('\r\n\r\n') };
  holdToDocument({ method: '', path: '', ...answer });
  return answer;
}

/** A request as text: its line, its headers and, when there is one, a body with its length. */
export function requestText(line: string, headers: readonly string[], body?: string): string {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return [line, ...headers, ...length, '', body ?? ''].join('\r\n');
}
