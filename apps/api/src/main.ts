import './set-v8-flags.ts';
import { runServer } from '@petstore/bootstrap/run-server';
import { readConfig, readEnvironment } from './config.ts';
import { isHelpRequested, printHelp } from './help.ts';

await runServer('petstore', async () => {
  if (isHelpRequested(process.argv.slice(2))) return void printHelp();
  const config = readConfig(readEnvironment());
  // Loading Nest and TypeORM takes most of the time of a start.
  const { prepareServer } = await import('./prepare-server.ts');
  return prepareServer(config);
});
