import { once } from 'node:events';
import { rawConnection } from '../stage/raw-connection.ts';

const connections = 8;
/** Requests that a connection sends before it reads their responses. */
const batch = 10;
/** Bytes, at least, of the log line of one of these requests. */
const lineLength = 400;

const request = [
  'GET /nothing HTTP/1.1',
  'Host: pets',
  `X-Request-Id: ${'x'.repeat(128)}`,
  'traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  '\r\n',
].join('\r\n');

/** Sends requests that cost the service little, until their log lines are at least so many bytes. */
export async function floodLog(address: string, bytes: number): Promise<void> {
  let left = Math.ceil(bytes / lineLength);
  const send = async () => {
    const socket = await rawConnection(address);
    while (left > 0) {
      left -= batch;
      socket.write(request.repeat(batch));
      for (let answered = 0; answered < batch;) {
        const [chunk] = (await once(socket, 'data')) as [Buffer];
        answered += String(chunk).split('"code":"route_not_found"').length - 1;
      }
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, send));
}
