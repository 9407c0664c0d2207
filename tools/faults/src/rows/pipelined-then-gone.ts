import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { rawConnection } from '@petstore/driver';
import { processFigures } from '../environment/process-figures.ts';
import { withEnvironment } from '../environment/with-environment.ts';
import type { Row } from './row.ts';

const paths = ['/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css', '/openapi.yaml', '/nothing'];

/** Requests that each client sends without reading a response. */
const pipelined = 300;
const clients = 12;

/** Files that the service may have opened meanwhile for other purposes, such as connections to the metrics. */
const otherFiles = 8;

/** Maximum milliseconds until the service has closed everything that it opened for these clients. */
const maxCleanUpTime = 10_000;

export const pipelinedThenGone: Row = {
  name: 'pipelined-then-gone',
  fault: 'clients pipeline 300 requests each and disconnect: no file stays open, and no request is counted twice',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const instance = await environment.start({ METRICS_PORT: '0' });
      const metrics = await instance.metricsAddress();
      for (const path of paths) await (await fetch(instance.address() + path)).arrayBuffer();
      const before = processFigures(instance.pid);
      const countedBefore = await scrape(metrics);
      for (let client = 0; client < run.rounds(clients); client++) {
        const socket = await rawConnection(instance.address());
        const path = paths[client % paths.length]!;
        socket.write(`GET ${path} HTTP/1.1\r\nHost: pets\r\n\r\n`.repeat(pipelined));
        // Now the service has started to respond.
        await once(socket, 'readable');
        socket.resetAndDestroy();
      }
      const deadline = performance.now() + maxCleanUpTime;
      let counted = await scrape(metrics);
      let after = processFigures(instance.pid);
      const isClean = () => counted.inFlight === 0 && (!before || !after || after.files <= before.files + otherFiles);
      while (!isClean() && performance.now() < deadline) {
        await delay(100);
        counted = await scrape(metrics);
        after = processFigures(instance.pid);
      }
      const sent = run.rounds(clients) * pipelined;
      const finished = counted.requests - countedBefore.requests;
      run.require(counted.inFlight === 0, `${counted.inFlight} requests are in flight without a client`);
      run.require(finished <= sent, `${finished} requests were counted, ${sent} were sent`);
      if (before && after) {
        run.require(
          after.files <= before.files + otherFiles,
          `${before.files} files were open before, ${after.files} after`,
        );
        run.note(`files open before ${before.files}, after ${after.files}`);
      }
      run.note(`${sent} requests sent, ${finished} executed, ${counted.inFlight} in flight afterwards`);
      return {};
    }),
};

/** Returns metrics of the service. `requests` is the number of requests that have ended. */
async function scrape(address: string): Promise<{ requests: number; inFlight: number }> {
  const text = await (await fetch(address)).text();
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))].reduce(
      (total, [, n]) => total + Number(n),
      0,
    );
  return { requests: sum('petstore_http_requests_total'), inFlight: sum('petstore_http_requests_in_flight') };
}
