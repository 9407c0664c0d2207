/**
 * Settings whose time limits for the database no stall of a busy machine reaches, for tests of anything but these limits. The
 * fault suite holds the service to its usual ones.
 */
export const patientLimits = {
  DATABASE_CONNECT_TIMEOUT: '10000',
  DATABASE_STATEMENT_TIMEOUT: '20000',
  RESPONSE_TIMEOUT: '60000',
  DRAIN_TIMEOUT: '61000',
} as const;
