import type { ServiceProcess } from '@petstore/processes';

/**
 * Waits until this number of requests for changes wait at the service.
 * @param service with METRICS_PORT
 */
export async function waitForWaitingRequests(service: ServiceProcess, count: number): Promise<void> {
  const { address } = JSON.parse(await service.waitForLog('metrics listening')) as { address: string };
  const sample = new RegExp(`^petstore_change_feed_waiting ${count}$`, 'm');
  while (!sample.test(await (await fetch(address)).text()));
}
