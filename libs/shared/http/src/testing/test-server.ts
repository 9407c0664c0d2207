import type { RequestListener, Server } from 'node:http';
import express from 'express';
import { createExpressServer, refuseInvalidHead } from '../http-adapter.ts';
import type { HttpLimits } from '@petstore/edge/http-server';

/** Creates an HTTP server that passes every request to the handler. */
export function createTestServer(handle: RequestListener = () => undefined, limits: Partial<HttpLimits> = {}): Server {
  const httpLimits = {
    ...{ headersTimeout: 10_000, requestTimeout: 30_000, idleTimeout: 65_000, responseTimeout: 30_000 },
    ...{ maxConnections: 1_000, ...limits },
  };
  return createExpressServer(express().use(refuseInvalidHead, handle), { httpLimits, isSecret: () => false });
}
