import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { type ArgumentMetadata, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { Deadline, InvalidValue } from '@petstore/kernel';
import { HttpRequest } from '../context/request-context.ts';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';
import { Tuning } from '../tuning/tuning.ts';
import { ValidAs } from '../validation/validate-body.ts';
import { JsonBody, lazyBodyPipe, maxBodyBytes } from './json-body.ts';

class Controller {
  create(@JsonBody() body: unknown): unknown {
    return body;
  }
}

interface RouteArgument {
  readonly factory: (data: unknown, context: ExecutionContext) => Promise<unknown>;
}

const [{ factory }] = Object.values(
  Reflect.getMetadata(ROUTE_ARGS_METADATA, Controller, 'create') as Record<string, RouteArgument>,
) as [RouteArgument];

const json = { 'content-type': 'application/json' };

/** A request whose body has not arrived, and its response. */
function receive(headers: Record<string, string> = json, httpVersion = '1.1') {
  const request = Object.assign(new HttpRequest(new Socket()), { headers, httpVersion });
  const response = new ServerResponse(request);
  const writeContinue = jest.spyOn(response, 'writeContinue').mockReturnValue();
  const read = () => factory(undefined, new ExecutionContextHost([request, response]));
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

const text = (length: number) => `"${'x'.repeat(length - 2)}"`;

describe('JsonBody', () => {
  it('returns the parsed body, with exact integers', async () => {
    expect(await readChunks(['{"id":9007199254', '740993}'])).toEqual({ id: 9007199254740993n });
  });

  it.each([
    ['application/json'],
    ['Application/JSON; Charset=UTF-8'],
    ['application/json; charset="utf-8"'],
    ['application/json; profile=x'],
  ])('accepts the Content-Type %s', async (type) => {
    expect(await readChunks(['7'], { 'content-type': type })).toBe(7);
  });

  it.each<[string, Record<string, string>]>([
    ['no Content-Type', {}],
    ['another Content-Type', { 'content-type': 'text/plain' }],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['a Content-Encoding', { ...json, 'content-encoding': 'gzip' }],
    ['an empty Content-Encoding', { ...json, 'content-encoding': '' }],
  ])('rejects %s', async (_, headers) => {
    await expect(readChunks(['7'], headers)).rejects.toMatchObject({
      code: 'unsupported_media_type',
      message: 'The body must be application/json, its charset utf-8 or absent, without a Content-Encoding.',
    });
  });

  it.each([
    ['empty', [], 'The body is empty; it must be a JSON object.'],
    ['not UTF-8', [Buffer.from([0x22, 0xff, 0x22])], 'The body is not UTF-8.'],
    ['preceded by a byte-order mark', ['\ufeff7'], 'The body begins with a byte-order mark.'],
    ['not JSON', ['{,}'], expect.stringMatching(/^The body is not JSON: ./)],
  ])('rejects a body that is %s', async (_, chunks, message) => {
    await expect(readChunks(chunks)).rejects.toMatchObject({ code: 'malformed_json', message });
  });

  it('accepts U+FEFF within a body', async () => {
    expect(await readChunks(['"x\ufeff"'])).toBe('x\ufeff');
  });

  describe('of 102,400 bytes', () => {
    const largest = text(102_400);

    it('is accepted', async () => {
      expect(maxBodyBytes).toBe(102_400);
      const chunks = [largest.slice(0, 100_000), largest.slice(100_000)];
      expect(await readChunks(chunks)).toHaveLength(102_398);
      expect(await readChunks(chunks, { ...json, 'content-length': '102400' })).toHaveLength(102_398);
    });

    it('and one byte more is rejected, and the rest of the body is not kept', async () => {
      const tooLarge = { code: 'payload_too_large', message: 'The body must be at most 102400 bytes.' };
      const { request, read } = receive();
      const body = read();
      request.push(largest);
      request.push(' ');
      await expect(body).rejects.toMatchObject(tooLarge);
      expect(request.listenerCount('data')).toBe(0);
      expect(request.isPaused()).toBe(false);
    });

    it('and one byte more is rejected by its Content-Length before it arrives', async () => {
      const { read, writeContinue } = receive({ ...json, 'content-length': '102401', expect: '100-continue' });
      await expect(read()).rejects.toMatchObject({ code: 'payload_too_large' });
      expect(writeContinue).not.toHaveBeenCalled();
    });
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
      return { body: await body.catch((error: unknown) => error), confirmed, request };
    }

    it('is returned after the caller was verified again until the deadline', async () => {
      const { body, confirmed, request } = await readFor(() => Promise.resolve());
      expect(body).toBe(7);
      expect(confirmed.mock.calls).toEqual([[request.context.deadline]]);
    });

    it('is returned if the last verification is recent enough', async () => {
      expect((await readFor(() => undefined)).body).toBe(7);
    });

    it('is not returned if the caller is no longer valid, whether it is JSON or not', async () => {
      for (const chunk of ['7', '{']) {
        expect((await readFor(() => Promise.reject(revoked), chunk)).body).toBe(revoked);
      }
    });

    it('is not returned if the deadline passes during the verification', async () => {
      const { request, read } = receive();
      const confirm = () => new Promise(() => undefined);
      request.context.caller = { id: 'key_1', confirm, requireWriteAccess: () => undefined };
      request.context.deadline = new Deadline(performance.now());
      const body = read();
      request.push('7');
      request.push(null);
      await expect(body).rejects.toMatchObject({ code: 'service_unavailable' });
    });
  });

  it('does not count the wait for the body as time of the operation', async () => {
    const { request, read } = receive();
    request.context.deadline = new Deadline(performance.now() + 1_000);
    const { at } = request.context.deadline;
    const body = read();
    await new Promise(setImmediate);
    request.push('7');
    request.push(null);
    await body;
    expect(request.context.deadline.at).toBeGreaterThan(at);
  });
});

describe('lazyBodyPipe', () => {
  const valueObject = {
    allowed: 'green',
    of(value: unknown): string {
      if (value !== 'green') throw new InvalidValue('invalid_leaf', 'leaf', value, 'green');
      return value;
    },
  };

  class Leaf {
    @ValidAs(valueObject, { type: 'string' })
    readonly leaf!: string;
  }

  const metadata: ArgumentMetadata = { type: 'custom' };

  it('validates and converts each body, and imports the request class with the first one', async () => {
    const load = jest.fn(() => Promise.resolve(Leaf));
    const LeafPipe = lazyBodyPipe(load, ({ leaf }) => `a ${leaf} leaf`);
    const pipe = new LeafPipe(new Tuning(true));
    expect(load).not.toHaveBeenCalled();
    for (let count = 0; count < 2; count += 1) {
      expect(await pipe.transform({ leaf: 'green' }, metadata)).toBe('a green leaf');
    }
    expect(() => pipe.transform({ leaf: 'red' }, metadata)).toThrow(expect.objectContaining({ code: 'invalid_body' }));
    expect(load).toHaveBeenCalledTimes(1);
  });
});
