import type { IncomingMessage } from 'node:http';
import { singleHeader } from './single-header.ts';

/** Position of the request in a trace that the client has started. */
export interface TraceContext {
  readonly traceId: string;
  readonly parentId: string;
}

/** W3C Trace Context: neither id may be all zeros, `ff` is no version, and later versions may go on behind the flags. */
const form = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(-.*)?$/;

/** Parses `traceparent`. Returns undefined if the header is not valid or was sent more than once. */
export function parseTraceContext(request: IncomingMessage): TraceContext | undefined {
  const header = singleHeader(request, 'traceparent');
  const [, version, traceId, parentId, more] = (header !== undefined && form.exec(header)) || [];
  if (traceId === undefined || parentId === undefined) return undefined;
  return version === '00' && more !== undefined ? undefined : { traceId, parentId };
}
