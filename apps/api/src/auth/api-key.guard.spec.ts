import { Socket } from 'node:net';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { VerifyKey, type VerifiedKey } from '@petstore/access-application';
import { InvalidApiKey } from '@petstore/access-domain';
import { FakeClock, FakeCryptography, InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { HttpRequest } from '@petstore/http/context/request-context';
import { Deadline } from '@petstore/kernel';
import { ApiKeyGuard } from './api-key.guard.ts';

const key = { id: 'key_1' } as VerifiedKey;

let verifyKey: VerifyKey;
let execute: jest.SpiedFunction<VerifyKey['execute']>;
let request: HttpRequest;

beforeEach(() => {
  verifyKey = new VerifyKey(new InMemoryApiKeyRepository(), new FakeCryptography(), new FakeClock());
  execute = jest.spyOn(verifyKey, 'execute');
  request = Object.assign(new HttpRequest(new Socket()), { rawHeaders: ['Authorization', 'Bearer secret'] });
});

const canActivate = () => new ApiKeyGuard(verifyKey).canActivate(new ExecutionContextHost([request]));

it('verifies the bearer token until the deadline of the request', () => {
  execute.mockReturnValue(key);
  request.context.deadline = new Deadline(7);
  canActivate();
  expect(execute.mock.calls).toEqual([['secret', request.context.deadline]]);
});

it('accepts a cached key without a promise, and records the caller', () => {
  execute.mockReturnValue(key);
  expect(canActivate()).toBe(true);
  expect(request.context.caller).toBe(key);
});

it('accepts another valid key after its verification, and records the caller', async () => {
  execute.mockResolvedValue(key);
  const result = canActivate();
  expect(request.context.caller).toBeUndefined();
  expect(await result).toBe(true);
  expect(request.context.caller).toBe(key);
});

it('rejects with the error of the verification, and records no caller', async () => {
  const invalid = new InvalidApiKey();
  execute.mockRejectedValue(invalid);
  await expect(canActivate()).rejects.toBe(invalid);
  expect(request.context.caller).toBeUndefined();
});

it('rejects at the deadline of the request', async () => {
  execute.mockReturnValue(new Promise(() => undefined));
  request.context.deadline = new Deadline(performance.now());
  await expect(canActivate()).rejects.toMatchObject({ code: 'service_unavailable' });
});

it('throws before it verifies anything if the request has no key', () => {
  request.rawHeaders = [];
  expect(canActivate).toThrow(expect.objectContaining({ code: 'missing_api_key' }));
  expect(execute).not.toHaveBeenCalled();
});
