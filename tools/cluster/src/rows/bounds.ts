import { patroniMilliseconds } from '../servers/configuration.ts';

// The bounds of the rows, in milliseconds. They follow from the settings of deploy/cluster.

const ttl = patroniMilliseconds('ttl');
const loopWait = patroniMilliseconds('loop_wait');

/** A promotion, two checks of HAProxy, and a busy machine. */
const promotion = 10_000;

/** The lock expires, a standby is promoted, and HAProxy notices it. */
export const failoverTime = ttl + loopWait + promotion;

/** Patroni notices that PostgreSQL has ended, and starts it (`primary_start_timeout`). */
export const localRestartTime = loopWait + patroniMilliseconds('primary_start_timeout');

/** The leader gives its lock to a standby. */
export const switchoverTime = 15_000;

/** `wal_sender_timeout`: PostgreSQL notices that its standby has failed. Then Patroni chooses another one. */
export const standbyChangeTime = patroniMilliseconds('wal_sender_timeout') + loopWait + promotion;

/** A program restarts, and HAProxy checks it. */
export const programRestartTime = 5_000;

/** Long enough for a leader without its lock to be replaced. */
export const observationTime = ttl + 2 * loopWait;
