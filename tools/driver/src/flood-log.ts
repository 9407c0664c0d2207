import { once } from 'node:events';
import { rawConnection } from './raw-connection.ts';
import { rawGet } from './raw-requests.ts';

const connections = 8;
/** Requests that the client sends on a connection before it reads their responses. */
const batch = 10;
/** Minimum length, in bytes, of the log line of one request. */
const lineLength = 400;

const request = rawGet(
  '/nothing',
  `X-Request-Id: ${'x'.repeat(128)}`,
  'traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
);

/** Sends requests for an unknown path until their log lines have at least this many bytes. */
export async function floodLog(address: string, bytes: number): Promise<void> {
  let left = Math.ceil(bytes / lineLength);
  const send = async () => {
    const socket = await rawConnection(address);
    while (left > 0) {
      left -= batch;
      socket.write(request.repeat(batch));
      for (let responses = 0; responses < batch;) {
        const [chunk] = (await once(socket, 'data')) as [Buffer];
        responses += String(chunk).split('"code":"route_not_found"').length - 1;
      }
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, send));
}
