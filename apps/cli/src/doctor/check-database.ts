import type { NeededRight } from '@petstore/database';
import { describeDatabase, type DatabaseLimits, type DatabaseSettings } from '@petstore/database/settings';
import { OperatorError } from '@petstore/settings';
import { checkDataDirectory } from './check-data-directory.ts';
import { checkServer } from './check-server.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

/** Milliseconds for each step, so that the command ends soon although the service may wait longer. */
const maxTime = 10_000;

/** The rights that the service needs without the beta operations (docs/security.md, "Two database roles"). */
const neededRights: readonly NeededRight[] = [
  { table: 'pets', privilege: 'SELECT' },
  { table: 'pets', privilege: 'INSERT' },
  { table: 'api_keys', privilege: 'SELECT' },
  { table: 'idempotency_keys', privilege: 'INSERT' },
];

/**
 * Checks the database with the limits of the service. Starts no embedded server, because that would create its data.
 * @param limits the settings of the service's connections
 */
export async function checkDatabase(settings: DatabaseSettings, limits: DatabaseLimits): Promise<Finding[]> {
  const notices = [settings.notice, settings.fallbackNotice].flatMap((text) =>
    text ? [warning('database', text)] : [],
  );
  const findings = [ok('database', describeDatabase(settings)), ...notices];
  const { Database, EmbeddedPostgres, embeddedDataProblem } = await import('@petstore/database');
  if (settings.kind === 'embedded') {
    findings.push(...checkDataDirectory(settings.directory, embeddedDataProblem));
    if (findings.some(({ state, check }) => state !== 'ok' && check === 'data')) return findings;
    try {
      if (EmbeddedPostgres.findRunning(settings.directory) === undefined) {
        const message = 'the embedded PostgreSQL is not running: the service starts it. The database was not checked';
        return [...findings, ok('connection', message)];
      }
    } catch (error) {
      return [...findings, asProblem(error, settings)];
    }
  }
  const { persistence } = await import('@petstore/contexts');
  const bounded = {
    ...limits,
    connectTimeout: Math.min(limits.connectTimeout, maxTime),
    statementTimeout: Math.min(limits.statementTimeout, maxTime),
  };
  // The notices are already in the findings.
  const database = await Database.create(settings, persistence, bounded, () => undefined);
  try {
    return [...findings, ...checkServer(await database.inspect(neededRights), limits)];
  } catch (error) {
    return [...findings, asProblem(error, settings)];
  } finally {
    await database.close();
  }
}

function asProblem(error: unknown, { kind }: DatabaseSettings): Finding {
  if (!(error instanceof OperatorError)) throw error;
  const remedy = 'check DATABASE_URL, the network, and that PostgreSQL runs';
  return problem('connection', error.message, kind === 'external' ? remedy : undefined);
}
