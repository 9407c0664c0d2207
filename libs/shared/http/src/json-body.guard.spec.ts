import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { Request } from 'express';
import { HttpRequest } from './request-context.ts';
import { JsonBodyGuard, MergePatchBodyGuard } from './json-body.guard.ts';
import { platformErrors, RequestError } from './errors.ts';
import { maxBodyBytes } from './body-limits.ts';

const guard = new JsonBodyGuard();

const json = { 'content-type': 'application/json' };

/** A request whose body has not arrived, and its response. */
function receive(headers: Record<string, string> = json, httpVersion = '1.1') {
  const request = Object.assign(new HttpRequest(new Socket()), { headers, httpVersion });
  const response = new ServerResponse(request);
  const writeContinue = jest.spyOn(response, 'writeContinue').mockReturnValue();
  const body = () => (request as unknown as Request).body as unknown;
  const read = async () => {
    const context = new ExecutionContextHost([request, response]);
    await guard.canActivate(context);
    return body();
  };
  return { request, writeContinue, read };
}

/** Reads a body that arrives in these chunks. */
function readChunks(chunks: readonly (string | Buffer)[], headers?: Record<string, string>): Promise<unknown> {
  const { request, read } = receive(headers);
  const body = read();
  for (const chunk of chunks) request.push(chunk);
  request.push(null);
  return body;
}

describe('JsonBodyGuard', () => {
  it('parses the body before the handler, with exact integers', async () => {
    expect(await readChunks(['{"id":9007199254', '740993}'])).toEqual({ id: 9007199254740993n });
  });

  it.each([
    ['is sent to a client that expects it', { ...json, expect: '100-continue' }, '1.1', 1],
    ['is not sent without an expectation', json, '1.1', 0],
    ['is not sent in HTTP/1.0', { ...json, expect: '100-continue' }, '1.0', 0],
  ])('100 Continue %s', async (_, headers, version, count) => {
    const { request, read, writeContinue } = receive(headers, version);
    const body = read();
    expect(writeContinue).toHaveBeenCalledTimes(count);
    request.push('7');
    request.push(null);
    expect(await body).toBe(7);
  });

  it('rejects a body that is too large, and does not keep the rest of it', async () => {
    const { request, read } = receive();
    const body = read();
    request.push('x'.repeat(maxBodyBytes));
    request.push(' ');
    await expect(body).rejects.toMatchObject({ code: 'payload_too_large' });
    expect([request.listenerCount('data'), request.isPaused()]).toEqual([0, false]);
  });

  describe('of a request that the server refuses', () => {
    const refusal = new RequestError(platformErrors.payload_too_large, 'The body may have at most 256 chunks.');

    it('throws the reason if the server refused it before', async () => {
      const { request, read } = receive();
      request.context.bodyRefusal = refusal;
      await expect(read()).rejects.toBe(refusal);
    });

    it('throws the reason if the server refuses it later', async () => {
      const { request, read } = receive();
      const body = read();
      request.emit('refused', refusal);
      await expect(body).rejects.toBe(refusal);
    });
  });

  it('throws malformed_request if the client disconnects before the end of the body', async () => {
    const { request, read } = receive();
    const body = read();
    request.destroy(new Error('aborted'));
    await expect(body).rejects.toMatchObject({ code: 'malformed_request', message: 'The body broke off.' });
  });

  describe('of a caller', () => {
    const revoked = new Error('revoked');

    /** Reads a body whose caller gives this result when it is verified again. */
    async function readFor(confirm: () => Promise<unknown> | undefined, chunk = '7') {
      const { request, read } = receive();
      const confirmed = jest.fn(confirm);
      request.context.caller = { id: 'key_1', confirm: confirmed, requireWriteAccess: () => undefined };
      const body = read();
      expect(confirmed).not.toHaveBeenCalled();
      request.push(chunk);
      request.push(null);
      return { body: await body.catch((error: unknown) => error), confirmed };
    }

    it('is returned after the caller was verified again', async () => {
      const { body, confirmed } = await readFor(() => Promise.resolve());
      expect(body).toBe(7);
      expect(confirmed).toHaveBeenCalledTimes(1);
    });

    it('is returned if the last verification is recent enough', async () => {
      expect((await readFor(() => undefined)).body).toBe(7);
    });

    it('is not returned if the caller is no longer valid, whether it is JSON or not', async () => {
      for (const chunk of ['7', '{']) {
        expect((await readFor(() => Promise.reject(revoked), chunk)).body).toBe(revoked);
      }
    });

    it('is not returned if the time limit ends during the verification', async () => {
      const { request, read } = receive();
      const confirm = () => new Promise(() => undefined);
      request.context.caller = { id: 'key_1', confirm, requireWriteAccess: () => undefined };
      request.context.timeLimit.start(0);
      const body = read();
      request.push('7');
      request.push(null);
      await expect(body).rejects.toMatchObject({ code: 'service_unavailable' });
    });
  });
});

it('MergePatchBodyGuard also accepts a JSON Merge Patch, and names both types in its 415', async () => {
  const { request } = receive({ 'content-type': 'text/plain' });
  const context = new ExecutionContextHost([request, new ServerResponse(request)]);
  const reading = new MergePatchBodyGuard().canActivate(context);
  await expect(reading).rejects.toMatchObject({
    code: 'unsupported_media_type',
    error: { headers: { 'Accept-Patch': 'application/merge-patch+json, application/json' } },
  });
});
