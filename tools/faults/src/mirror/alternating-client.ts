import { PetstoreClient } from '@petstore/client';

/**
 * Creates a client that sends each request to the next address, as a load balancer does. It does not retry calls that write.
 * @param addresses `http://host:port`
 */
export function alternatingClient(addresses: readonly string[], apiKey: string): PetstoreClient {
  let requests = 0;
  return new PetstoreClient({
    baseUrl: `${addresses[0]}/v1`,
    apiKey,
    retries: 0,
    fetch: (input, init) => {
      const { pathname, search } = new URL(String(input));
      return fetch(addresses[requests++ % addresses.length] + pathname + search, init);
    },
  });
}
