import { Socket } from 'node:net';
import { Controller } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { VerifyKey, type VerifiedKey } from '@petstore/access-application';
import { FakeClock, FakeCryptography, InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { HttpRequest } from '@petstore/http/request-context';
import { RateLimitGuard } from '@petstore/http/rate-limit.guard';
import { ApiKeyGuard, WriteAccessGuard } from './api-key.guard.ts';

@Controller()
class PrivateController {}

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
const canActivate = () => new ApiKeyGuard(verifyKey, new Reflector()).canActivate(contextFor(PrivateController));

it('accepts a cached key without a promise, and records the caller', () => {
  execute.mockReturnValue(key);
  expect(canActivate()).toBe(true);
  expect(execute.mock.calls).toEqual([['secret']]);
  expect(request.context.caller).toBe(key);
});

it('the later guards fail if no guard has authenticated the caller', async () => {
  const rateLimit = new RateLimitGuard({ requests: 1, seconds: 1 });
  await expect(rateLimit.canActivate(contextFor(PrivateController))).rejects.toThrow('authenticated');
  request.method = 'POST';
  expect(() => new WriteAccessGuard().canActivate(contextFor(PrivateController))).toThrow('authenticated');
});
