import type { DatabaseSettings } from '@petstore/database';
import type { Logger } from '@petstore/http/server/logger';
import { documentationPaths } from '@petstore/openapi/ui/paths';
import type { FirstKey } from './first-key.ts';
import { petsPath } from './pets/pets.paths.ts';

/**
 * Reports that the service is ready. Prints commands to try it if standard output is a terminal, otherwise logs one line.
 * @param address base URL of the service, without a path
 * @param firstKey undefined for an external database
 */
export function reportStart(
  logger: Logger,
  address: string,
  database: DatabaseSettings,
  firstKey: FirstKey | undefined,
): void {
  const location = database.kind === 'embedded' ? database.directory : 'the PostgreSQL of DATABASE_URL';
  const key = firstKey?.read();
  if (process.stdout.isTTY) process.stdout.write(terminalMessage(address, location, key));
  else logger.info({ data: location, ...(key && { firstKeyFile: firstKey?.file }) }, 'ready');
}

function terminalMessage(address: string, location: string, key: string | undefined): string {
  const issueCommand = 'KEY=$(npm run -s petstore -- keys issue me)';
  return `
  Petstore is ready.

    API    ${address}${petsPath}
    Docs   ${address}${documentationPaths.page}
    Data   ${location}

  ${key ? 'Try it:' : 'Issue a key and try it:'}
${key ? '' : `\n    ${issueCommand}`}
    curl -H "Authorization: Bearer ${key ?? '$KEY'}" ${address}${petsPath}

  Ctrl-C stops it.

`;
}
