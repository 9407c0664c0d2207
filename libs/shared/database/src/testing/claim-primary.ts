import type { Answer, Replacement } from './wire-proxy.ts';

/**
 * For `WireProxy.replace`: changes the answer of a standby to `requirePrimary` to that of a primary, as if a pooler had led the
 * connection to the primary before.
 */
export function claimPrimary(answer: Answer): Replacement | undefined {
  // The name of the column in the RowDescription.
  if (!answer.some(({ type, bytes }) => type === 'T' && bytes.includes('standby\0'))) return undefined;
  const bytes = answer.map((message) => (message.type === 'D' ? withLastByte(message.bytes, 'f') : message.bytes));
  return { bytes: Buffer.concat(bytes), then: 'open' };
}

function withLastByte(bytes: Buffer, last: string): Buffer {
  return Buffer.concat([bytes.subarray(0, -1), Buffer.from(last)]);
}
