/**
 * Settings of the service with time limits that are not reached on a busy machine, in milliseconds. For tests that are not
 * about these limits. The other rows of the fault suite test the default limits.
 */
export const relaxedTimeouts = {
  DATABASE_STATEMENT_TIMEOUT: '20000',
  DRAIN_TIMEOUT: '61000',
} as const;
