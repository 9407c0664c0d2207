import type { IncomingMessage } from 'node:http';
import { singleHeader } from './request-head.ts';

/** W3C Trace Context: version, trace id, parent id, flags. No id is all zeros. Versions after `00` may append fields. */
const pattern = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(-.*)?$/;

/**
 * Parses the header `traceparent`.
 * @returns undefined if the header is not valid or was sent more than once
 */
export function parseTraceContext(request: IncomingMessage): { traceId: string; parentId: string } | undefined {
  const header = singleHeader(request, 'traceparent');
  const [, version, traceId, parentId, appended] = (header !== undefined && pattern.exec(header)) || [];
  if (traceId === undefined || parentId === undefined) return undefined;
  return version === '00' && appended !== undefined ? undefined : { traceId, parentId };
}
