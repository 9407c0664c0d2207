import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { HttpRequest, type Caller } from '../context/request-context.ts';
import { RateLimitGuard } from './rate-limit.guard.ts';

const hour = 3_600_000;
const caller: Caller = { id: 'key_1', confirm: () => undefined };

let guard: RateLimitGuard;

beforeEach(() => {
  jest.useFakeTimers();
  guard = new RateLimitGuard({ requests: 1, seconds: 3_600 });
});

afterEach(() => jest.useRealTimers());

/** The seconds that the caller must wait; undefined if the request is accepted. */
async function wait(): Promise<number | undefined> {
  const request = new HttpRequest(new Socket());
  request.context.caller = caller;
  const context = new ExecutionContextHost([request, new ServerResponse(request)]);
  const refusal = await guard.canActivate(context).catch((error: { headers: Record<string, string> }) => error);
  return refusal === true ? undefined : Number((refusal as { headers: Record<string, string> }).headers['Retry-After']);
}

describe('the count of a key', () => {
  it('is deleted at the end of its window, with its timer', async () => {
    expect(await wait()).toBeUndefined();
    expect(jest.getTimerCount()).toBe(1);
    await jest.advanceTimersByTimeAsync(hour);
    expect(jest.getTimerCount()).toBe(0);
    expect(await wait()).toBeUndefined();
  });

  it('ends with its window, and reports no longer wait, if the system clock is set back', async () => {
    await wait();
    jest.setSystemTime(Date.now() - 24 * hour);
    expect(await wait()).toBe(3_600);
    await jest.advanceTimersByTimeAsync(hour);
    expect(await wait()).toBeUndefined();
  });

  it('starts again if the system clock is set forward', async () => {
    await wait();
    jest.setSystemTime(Date.now() + 24 * hour);
    expect(await wait()).toBeUndefined();
  });
});
