// `node --import` loads this file into the measured process. It counts the calls of each function from the start of the process.
// To each connection on the socket COVERAGE_SOCKET it sends the URLs of the files with a call since the last connection (JSON).
// COVERAGE_MAIN is the main file of the measured process.
import { Session } from 'node:inspector/promises';
import { createServer } from 'node:net';

const { COVERAGE_SOCKET: socketPath, COVERAGE_MAIN: main } = process.env;

// Child processes inherit NODE_OPTIONS, but must not be measured.
if (process.argv[1] === main) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const calledFiles = async (): Promise<string[]> => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const isCalled = (script: (typeof result)[number]) =>
      script.functions.some(({ ranges }) => ranges.some(({ count }) => count > 0));
    return result.filter(isCalled).map(({ url }) => url);
  };
  createServer((socket) => {
    calledFiles().then(
      (urls) => socket.end(JSON.stringify(urls)),
      (error: Error) => socket.destroy(error),
    );
  })
    .listen(socketPath)
    .unref();
}
