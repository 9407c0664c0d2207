import type { Logger } from '@petstore/http/logger';
import { documentationPath } from '@petstore/http/swagger-ui/setup-swagger-ui';
import type { Config } from './config.ts';
import type { KeySource } from './first-key.ts';
import { petsPath } from './pets/pets.paths.ts';
import { shellCommand, shellWord } from './shell-command.ts';

/** What the start message shows. */
export interface StartedService {
  /** Base URL of the service, without a path. */
  readonly url: string;
  readonly config: Pick<Config, 'database' | 'databaseVariables'>;
  /** Directory of the workspace, in which `npm run petstore` works. */
  readonly workspace: string;
  /** The first key; undefined if it does not work, or if the service issues no first key. */
  readonly firstKey: KeySource | undefined;
}

/** Reports that the service is ready: prints commands to try it if standard output is a terminal, or else logs one line. */
export function reportStart(logger: Logger, service: StartedService): void {
  const { database } = service.config;
  const data = database.kind === 'embedded' ? database.directory : 'the PostgreSQL of DATABASE_URL';
  if (process.stdout.isTTY) process.stdout.write(startMessage(service, data));
  else logger.info({ data, ...(service.firstKey && { firstKeyFile: service.firstKey.file }) }, 'ready');
}

/** Returns the message for a terminal. Its commands work in every directory. */
export function startMessage({ url, config, workspace, firstKey }: StartedService, data: string): string {
  const issue = ['npm', '--prefix', workspace, 'run', '-s', 'petstore', '--', 'keys', 'issue', 'me'];
  const issueLine = `    KEY=$(${shellCommand(issue, config.databaseVariables)})\n`;
  const key = firstKey ? (firstKey.key ?? `$(cat ${shellWord(firstKey.file)})`) : '$KEY';
  return `
  Petstore is ready.

    API    ${url}${petsPath}
    Docs   ${url}${documentationPath}
    Data   ${data}

  ${firstKey ? 'Try it' : 'Issue a key and try it'} in a second terminal:

${firstKey ? '' : issueLine}    curl -H "Authorization: Bearer ${key}" ${shellWord(`${url}${petsPath}`)}

  Ctrl-C stops it.

`;
}
