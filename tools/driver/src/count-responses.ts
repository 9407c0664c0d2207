import { rawConnection } from '../stage/raw-connection.ts';

/**
 * Sends the bytes on a connection of its own and reads until the service closes it: the last request must make it do so.
 * Answers how many responses came, by the status lines of HTTP/1.1.
 */
export async function countResponses(address: string, bytes: string): Promise<number> {
  const socket = await rawConnection(address);
  let responses = 0;
  let rest = '';
  socket.on('data', (chunk: Buffer) => {
    const text = rest + chunk.toString('latin1');
    responses += text.split('HTTP/1.1 ').length - 1;
    // A status line may lie on two chunks, but must not be counted twice.
    rest = text.slice(-('HTTP/1.1 '.length - 1));
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(bytes);
  await closed;
  return responses;
}
