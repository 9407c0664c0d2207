import { Socket } from 'node:net';
import { Controller } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { VerifyKey, type VerifiedKey } from '@petstore/access-application';
import { FakeClock, FakeCryptography, InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { HttpRequest } from '@petstore/edge/request-state';
import { Public } from '@petstore/http/public.decorator';
import { RateLimitGuard } from '@petstore/http/rate-limit.guard';
import { ApiKeyGuard, WriteAccessGuard } from './api-key.guard.ts';

@Controller()
class PetsController {
  @Public()
  describe(): void {}

  list(): void {}
}

const key = { id: 'key_1' } as VerifiedKey;

let verifyKey: VerifyKey;
let execute: jest.SpiedFunction<VerifyKey['execute']>;
let request: HttpRequest;

beforeEach(() => {
  verifyKey = new VerifyKey(new InMemoryApiKeyRepository(), new FakeCryptography(), new FakeClock());
  execute = jest.spyOn(verifyKey, 'execute');
  request = Object.assign(new HttpRequest(new Socket()), { rawHeaders: ['Authorization', 'Bearer secret'] });
});

const privateContext = () => new ExecutionContextHost([request], PetsController, PetsController.prototype.list);
const guards = () => {
  const reflector = new Reflector();
  const rateLimit = new RateLimitGuard({ requests: 1, seconds: 1 });
  return [new ApiKeyGuard(verifyKey, reflector), rateLimit, new WriteAccessGuard(reflector)] as const;
};

it('accepts a cached key synchronously, and records the caller', () => {
  execute.mockReturnValue(key);
  expect(guards()[0].canActivate(privateContext())).toBe(true);
  expect(execute.mock.calls).toEqual([['secret']]);
  expect(request.state.caller).toBe(key);
});

it('the later guards fail if no guard has authenticated the caller', async () => {
  const [, rateLimit, writeAccess] = guards();
  await expect(rateLimit.canActivate(privateContext())).rejects.toThrow('authenticated');
  request.method = 'POST';
  expect(() => writeAccess.canActivate(privateContext())).toThrow('authenticated');
});

it('all guards accept a request without a key if the operation is public', async () => {
  Object.assign(request, { method: 'POST', rawHeaders: [] });
  const context = new ExecutionContextHost([request], PetsController, PetsController.prototype.describe);
  for (const guard of guards()) expect(await guard.canActivate(context)).toBe(true);
  expect(execute).not.toHaveBeenCalled();
});
