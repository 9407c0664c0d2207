import { rawConnection } from './raw-connection.ts';

const statusLineStart = 'HTTP/1.1 ';

/**
 * Sends the bytes on a new connection and reads until the service closes the connection.
 * @param bytes one or more requests, of which the last makes the service close the connection
 * @returns number of responses, counted by their status lines
 */
export async function countResponses(address: string, bytes: string): Promise<number> {
  const socket = await rawConnection(address);
  let responses = 0;
  let rest = '';
  socket.on('data', (chunk: Buffer) => {
    const text = rest + chunk.toString('latin1');
    responses += text.split(statusLineStart).length - 1;
    // A status line may be split over two chunks, but must not be counted twice.
    rest = text.slice(-(statusLineStart.length - 1));
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(bytes);
  await closed;
  return responses;
}
