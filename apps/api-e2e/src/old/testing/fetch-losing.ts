/** Returns a `fetch` that throws instead of returning each of the first `count` responses. The service has executed the requests. */
export function fetchLosing(count: number): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (count-- > 0) throw new TypeError('fetch failed');
    return response;
  };
}
