import type { IncomingMessage } from 'node:http';
import { headerValues } from './request-head.ts';

/** Position of the request in a trace that the client has started. */
export interface TraceContext {
  readonly traceId: string;
  readonly parentId: string;
}

/** W3C Trace Context: no id is all zeros, version `ff` is invalid, and versions after `00` may append fields. */
const pattern = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(-.*)?$/;

/** Parses `traceparent`. Returns undefined if the header is not valid or was sent more than once. */
export function parseTraceContext(request: IncomingMessage): TraceContext | undefined {
  const values = headerValues(request, 'traceparent');
  const [, version, traceId, parentId, appended] = (values.length === 1 && pattern.exec(values[0]!)) || [];
  if (traceId === undefined || parentId === undefined) return undefined;
  return version === '00' && appended !== undefined ? undefined : { traceId, parentId };
}
