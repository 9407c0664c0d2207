// Loaded into the measured process by `node --import`. Counts the calls of each function from the start of the process, and
// answers each connection to the socket COVERAGE_SOCKET with the URLs of the files that had a call since the last answer.
import { Session } from 'node:inspector/promises';
import { createServer } from 'node:net';

const { COVERAGE_SOCKET: socketPath, COVERAGE_MAIN: main } = process.env;

// Child processes of the measured process inherit NODE_OPTIONS.
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
