import { errorResponse, messageOf, readyForQuery, type Replacement } from './proxy.ts';

const none = Buffer.alloc(0);
/** A RowDescription that announces 9 columns and contains none. */
const damaged = messageOf('T', '\0\x09\0\0');
/** A message of a type that the protocol does not have. */
const garbage = Buffer.from('\x01\0\0\0\x08\0\0\0\0');

/** Returns the error of a pooler that has lost the server, and keeps the connection of the client. */
export function fromPooler(severity: string, code: string): Replacement {
  return {
    bytes: Buffer.concat([errorResponse(severity, code, 'server connection lost'), readyForQuery]),
    then: 'open',
  };
}

/** Replacements of the response to a statement that was executed: they do not say whether it was. */
export const brokenResponses = {
  'PANIC 53100': { bytes: errorResponse('PANIC', '53100', 'no space left on device'), then: 'ended' },
  'FATAL 57P01': { bytes: errorResponse('FATAL', '57P01', 'terminating connection'), then: 'ended' },
  'a translated FATAL 57P01': { bytes: errorResponse('FATALE', '57P01', 'interruzione'), then: 'ended' },
  'FATAL 57P01 and a reset': { bytes: errorResponse('FATAL', '57P01', 'terminating connection'), then: 'reset' },
  'ERROR 08006 of a pooler': fromPooler('ERROR', '08006'),
  'FATAL 53300 of a pooler': fromPooler('FATAL', '53300'),
  'ERROR XX000 of a pooler': fromPooler('ERROR', 'XX000'),
  'ERROR 0A000 of a pooler': fromPooler('ERROR', '0A000'),
  'FATAL 26000 of a pooler': fromPooler('FATAL', '26000'),
  'ERROR 28P01 of a pooler': fromPooler('ERROR', '28P01'),
  'a damaged message': { bytes: damaged, then: 'open' },
  'a damaged message, and then ReadyForQuery': { bytes: Buffer.concat([damaged, readyForQuery]), then: 'open' },
  'the end of the connection': { bytes: none, then: 'ended' },
  'a reset': { bytes: none, then: 'reset' },
  garbage: { bytes: garbage, then: 'ended' },
  'garbage, and then ReadyForQuery': { bytes: Buffer.concat([garbage, readyForQuery]), then: 'open' },
} as const satisfies Record<string, Replacement>;
