/**
 * Settings whose time limits are too long to be reached when a busy machine stalls. For tests of anything but these limits;
 * the fault suite tests the default limits.
 */
export const relaxedTimeouts = {
  DATABASE_CONNECT_TIMEOUT: '10000',
  DATABASE_STATEMENT_TIMEOUT: '20000',
  RESPONSE_TIMEOUT: '60000',
  DRAIN_TIMEOUT: '61000',
} as const;
