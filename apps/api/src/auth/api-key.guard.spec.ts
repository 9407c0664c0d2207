import { Socket } from 'node:net';
import { Controller } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { VerifyKey, type VerifiedKey } from '@petstore/access-application';
import { FakeClock, FakeCryptography, InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { HttpRequest } from '@petstore/http/request-context';
import { Public } from '@petstore/http/public.decorator';
import { RateLimitGuard } from '@petstore/http/rate-limit.guard';
import { ApiKeyGuard } from './api-key.guard.ts';
import { WriteAccessGuard } from './write-access.guard.ts';

@Controller()
class PrivateController {}

@Public()
@Controller()
class PublicController {}

const key = { id: 'key_1' } as VerifiedKey;

let verifyKey: VerifyKey;
let execute: jest.SpiedFunction<VerifyKey['execute']>;
let request: HttpRequest;

beforeEach(() => {
  verifyKey = new VerifyKey(new InMemoryApiKeyRepository(), new FakeCryptography(), new FakeClock());
  execute = jest.spyOn(verifyKey, 'execute');
  request = Object.assign(new HttpRequest(new Socket()), { rawHeaders: ['Authorization', 'Bearer secret'] });
});

const contextFor = (controller: new () => object) => new ExecutionContextHost([request], controller);
const canActivate = () => new ApiKeyGuard(verifyKey).canActivate(contextFor(PrivateController));

it('accepts a cached key without a promise, and records the caller', () => {
  execute.mockReturnValue(key);
  expect(canActivate()).toBe(true);
  expect(execute.mock.calls).toEqual([['secret']]);
  expect(request.context.caller).toBe(key);
});

it('rejects at the time limit of the request, and records no caller', async () => {
  execute.mockReturnValue(new Promise(() => undefined));
  request.context.timeLimit.start(0);
  await expect(canActivate()).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(request.context.caller).toBeUndefined();
});

it('requires no key for a public controller', () => {
  request.rawHeaders = [];
  expect(new ApiKeyGuard(verifyKey).canActivate(contextFor(PublicController))).toBe(true);
  expect(canActivate).toThrow(expect.objectContaining({ code: 'missing_api_key' }));
  expect(execute).not.toHaveBeenCalled();
});

it('the later guards fail if no guard has authenticated the caller', async () => {
  const rateLimit = new RateLimitGuard({ requests: 1, seconds: 1 });
  await expect(rateLimit.canActivate(contextFor(PrivateController))).rejects.toThrow('authenticated');
  request.method = 'POST';
  expect(() => new WriteAccessGuard().canActivate(contextFor(PrivateController))).toThrow('authenticated');
});
