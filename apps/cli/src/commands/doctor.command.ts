import { Command } from 'commander';
import { inspectConfig } from '../config.ts';
import { checkDatabase } from '../doctor/check-database.ts';
import { checkListener } from '../doctor/check-listener.ts';
import { ok, problem, warning, type Finding } from '../doctor/finding.ts';
import { printReport } from '../doctor/print-report.ts';

/** The command `doctor`. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Shows the settings and the database that the service would use, and says what is wrong.')
    .addHelpText(
      'after',
      '\nChanges nothing: runs no migration and starts no embedded PostgreSQL. Prints no password.\n' +
        'Exit code: 0 if the service can work, 1 if not. Warnings do not count.',
    )
    .action(examine);
}

async function examine(): Promise<void> {
  const config = await inspectConfig();
  const { database, databaseLimits, server, environmentFile } = config;
  const findings: Finding[] = [
    ...config.errors.map((message) => problem('settings', message)),
    ...config.warnings.map((message) => warning('settings', message)),
  ];
  if (findings.length === 0)
    findings.push(
      ok(
        'settings',
        `are valid${environmentFile.names.length > 0 ? `; ${environmentFile.names.length} are from ${environmentFile.path}` : ''}`,
      ),
    );
  if (server) {
    const { maxConnections } = server.httpLimits;
    findings.push(ok('open files', `the limit of this shell allows ${maxConnections} client connections`));
    findings.push(await checkListener('port', server, '/health/live'));
    if (server.metrics) findings.push(await checkListener('metrics port', server.metrics, '/metrics'));
  }
  if (database && databaseLimits) findings.push(...(await checkDatabase(database, databaseLimits)));
  printReport(config.settings, findings, environmentFile.path);
  if (findings.some(({ state }) => state === 'problem')) process.exitCode = 1;
}
