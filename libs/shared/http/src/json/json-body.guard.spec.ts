import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { HttpRequest } from '@petstore/edge/request-state';
import { JsonBodyGuard } from './json-body.guard.ts';

let request: HttpRequest;

beforeEach(() => {
  request = Object.assign(new HttpRequest(new Socket()), { headers: { 'content-type': 'application/json' } });
});

const read = () => new JsonBodyGuard().canActivate(new ExecutionContextHost([request, new ServerResponse(request)]));

it('a request is rejected if its time limit ends after the body was read, while the caller is verified once more', async () => {
  const verifyCaller = () => new Promise(() => undefined);
  request.state.timeLimit.verifyCaller = verifyCaller;
  request.state.timeLimit.start(0);
  const body = read();
  request.push('7');
  request.push(null);
  await expect(body).rejects.toMatchObject({ code: 'service_unavailable' });
});
