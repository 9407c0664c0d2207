import { describeDatabase } from '@petstore/database';
import type { Log } from '@petstore/operations/log';
import { documentationPath } from '@petstore/openapi/swagger-ui/setup-swagger-ui';
import { escapeControlCharacters } from '@petstore/operations';
import type { Settings } from './settings.ts';
import type { KeySource } from './first-key.ts';
import { petsPath } from './pets/dto/list-pets.query.ts';

/** What the start message shows. */
export interface StartedService {
  /** Base URL of the service, without a path. */
  readonly url: string;
  readonly settings: Pick<Settings, 'database'>;
  /** Directory of the workspace, in which `npm run petstore` works. */
  readonly workspace: string;
  /** The first key; undefined if it does not work, or if the service issues no first key. */
  readonly firstKey: KeySource | undefined;
}

/** Reports that the service is ready: prints commands to try it if standard output is a terminal, or else logs one line. */
export function reportStart(log: Log, service: StartedService): void {
  const { database } = service.settings;
  const data = database.kind === 'embedded' ? database.directory : describeDatabase(database);
  if (process.stdout.isTTY) process.stdout.write(escapeControlCharacters(startMessage(service, data)));
  else log.info({ data, ...(service.firstKey && { firstKeyFile: service.firstKey.file }) }, 'ready');
}

/**
 * Returns the message for a terminal. Its commands work in every directory. They pass the key through a pipe, because every user of
 * the machine can read the arguments of a process.
 */
export function startMessage({ url, workspace, firstKey }: StartedService, data: string): string {
  const issueLine = `    KEY=$(npm --prefix ${shellWord(workspace)} run -s petstore -- keys issue me)\n`;
  const key = firstKey ? (firstKey.key ?? `$(cat ${shellWord(firstKey.file)})`) : '$KEY';
  return `
  Petstore is ready.

    API    ${url}${petsPath}
    Docs   ${url}${documentationPath}
    Data   ${data}

  ${firstKey ? 'Try it in a second terminal' : 'Issue a key and try it in a second terminal, with the same DATABASE_URL or DATA_DIR'}:

${firstKey ? '' : issueLine}    echo "Authorization: Bearer ${key}" | curl -H @- ${shellWord(`${url}${petsPath}`)}

  Ctrl-C stops it.

`;
}

/** Quotes a word for a POSIX shell if a character of it has a special meaning. */
function shellWord(word: string): string {
  return /^[\w%+,./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
