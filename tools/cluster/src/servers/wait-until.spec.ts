import { waitUntil } from './wait-until.ts';

it('repeats the attempt until it returns no reason, also after an error', async () => {
  const attempt = jest
    .fn<Promise<string | undefined>, []>()
    .mockRejectedValueOnce(new Error('refused'))
    .mockResolvedValueOnce('not yet')
    .mockResolvedValueOnce(undefined);
  await waitUntil('the host', 60_000, attempt);
  expect(attempt).toHaveBeenCalledTimes(3);
});

it('fails with the last reason, and with the cause of a failed fetch', async () => {
  const error = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
  await expect(waitUntil('the host', 0, () => Promise.reject(error))).rejects.toThrow(
    'the host: not within 0 s: fetch failed: connect ECONNREFUSED',
  );
});
