import type { DatabaseSettings } from '@petstore/database';
import type { Logger } from '@petstore/http/server/logger';
import { documentationPaths } from '@petstore/openapi/ui/paths';
import type { FirstKey } from './first-key.ts';
import { petsPath } from './pets/pets.paths.ts';

/** Reports that the service is ready: in a terminal with the commands to try it, otherwise in a log line. */
export function reportStart(
  logger: Logger,
  address: string,
  database: DatabaseSettings,
  firstKey: FirstKey | undefined,
): void {
  const place = database.kind === 'embedded' ? database.directory : 'the PostgreSQL of DATABASE_URL';
  const key = firstKey?.read();
  if (process.stdout.isTTY) process.stdout.write(banner(address, place, key));
  else logger.info({ data: place, ...(key && { firstKeyFile: firstKey?.file }) }, 'ready');
}

function banner(address: string, place: string, key: string | undefined): string {
  const issue = 'KEY=$(npm run -s petstore -- keys issue me)';
  return `
  Petstore is ready.

    API    ${address}${petsPath}
    Docs   ${address}${documentationPaths.page}
    Data   ${place}

  ${key ? 'Try it:' : 'Issue a key and try it:'}
${key ? '' : `\n    ${issue}`}
    curl -H "Authorization: Bearer ${key ?? '$KEY'}" ${address}${petsPath}

  Ctrl-C stops it.

`;
}
