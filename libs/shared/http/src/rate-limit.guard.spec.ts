import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Controller } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { HttpRequest, type Caller } from '@petstore/edge/request-state';
import { RateLimitGuard } from './rate-limit.guard.ts';

const hour = 3_600_000;
const caller: Caller = { id: 'key_1', requireWriteAccess: () => undefined };

@Controller()
class AnyController {
  list(): void {}
}

let guard: RateLimitGuard;

beforeEach(() => {
  jest.useFakeTimers();
  guard = new RateLimitGuard({ requests: 1, seconds: 3_600 });
});

afterEach(() => jest.useRealTimers());

/** Sends a request. Returns the `Retry-After` of the 429 in seconds, or undefined if the guard accepts the request. */
async function sendRequest(): Promise<number | undefined> {
  const request = new HttpRequest(new Socket());
  request.state.caller = caller;
  const messages = [request, new ServerResponse(request)];
  const context = new ExecutionContextHost(messages, AnyController, AnyController.prototype.list);
  const result = await guard.canActivate(context).catch((error: { headers: Record<string, string> }) => error);
  return result === true ? undefined : Number((result as { headers: Record<string, string> }).headers['Retry-After']);
}

describe('the request count of a caller', () => {
  it('is deleted at the end of its window, with its timer', async () => {
    expect(await sendRequest()).toBeUndefined();
    expect(jest.getTimerCount()).toBe(1);
    await jest.advanceTimersByTimeAsync(hour);
    expect(jest.getTimerCount()).toBe(0);
    expect(await sendRequest()).toBeUndefined();
  });

  it('is deleted at the end of its window, and Retry-After is at most the window, if the system clock is set back', async () => {
    await sendRequest();
    jest.setSystemTime(Date.now() - 24 * hour);
    expect(await sendRequest()).toBe(3_600);
    await jest.advanceTimersByTimeAsync(hour);
    expect(await sendRequest()).toBeUndefined();
  });
});
