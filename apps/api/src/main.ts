import { allowGrowth } from './v8-flags.ts';

// Dynamic imports, because static ones are loaded before the first module runs, and so before the flags are set.
const { describeError, OperatorError, requireNode } = await import('@petstore/operations');

try {
  requireNode();
  if (process.argv.length > 2)
    throw new OperatorError('the service has no arguments: its settings are environment variables (docs/settings.md)');
  const { readEnvironment } = await import('./settings.ts');
  const settings = readEnvironment();
  // After the settings, because to load TypeORM and the modules takes longer than to refuse a wrong one.
  const { start } = await import('./start.ts');
  await start(settings);
  allowGrowth();
} catch (error) {
  process.stderr.write(`petstore: ${describeError(error)}\n`);
  process.exit(1);
}
