import { allowGrowth } from './v8-flags.ts';
import { describeError, OperatorError, requireNode } from '@petstore/operations';
import { readEnvironment } from './settings.ts';

try {
  requireNode();
  if (process.argv.length > 2)
    throw new OperatorError('the service has no arguments: its settings are environment variables (docs/settings.md)');
  const settings = readEnvironment();
  // After the settings, because to load TypeORM and the modules takes longer than to refuse a wrong one.
  const { start } = await import('./start.ts');
  await start(settings);
  allowGrowth();
} catch (error) {
  process.stderr.write(`petstore: ${describeError(error)}\n`);
  process.exit(1);
}
