import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServerProcess } from '@petstore/processes';
import { npm } from './npm.ts';

const sources = join(__dirname, '../../registry');

/** Shell command. Parameters: the folder in which npm installed Verdaccio, and the path of Node. ServerProcess sets PORT. */
const startVerdaccio =
  'cd "$0" && exec "$1" node_modules/verdaccio/bin/verdaccio --config config.yaml --listen "127.0.0.1:$PORT"';

/** An npm registry on 127.0.0.1. It has no packages except those that a test publishes. */
export class LocalRegistry {
  private constructor(
    private readonly server: ServerProcess,
    private readonly userConfiguration: string,
  ) {}

  /**
   * Installs Verdaccio from the npm registry of the user, starts it, and creates a user who may publish.
   * @param folder a folder that does not exist
   * @throws Error if npm cannot install Verdaccio, for example without a network
   */
  static async start(folder: string): Promise<LocalRegistry> {
    mkdirSync(folder);
    for (const file of readdirSync(sources)) copyFileSync(join(sources, file), join(folder, file));
    await npm(folder, 'ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund');
    const command = { program: 'sh', args: ['-c', startVerdaccio, folder, process.execPath], env: {} };
    const server = await ServerProcess.start('Verdaccio', command, join(folder, 'output.log'), '/-/ping', () => '');
    const user = { name: 'publisher', password: 'password-of-a-test' };
    const response = await fetch(`${server.address}/-/user/org.couchdb.user:${user.name}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(user),
    });
    const { token } = (await response.json()) as { token: string };
    const userConfiguration = join(folder, 'publisher.npmrc');
    writeFileSync(userConfiguration, `${server.address.replace('http:', '')}/:_authToken=${token}\n`);
    return new LocalRegistry(server, userConfiguration);
  }

  /** `http://127.0.0.1:<port>`. */
  get url(): string {
    return this.server.address;
  }

  /** Publishes the tarball as `npm publish` does in a release, without provenance, which needs GitHub. */
  async publish(tarball: string): Promise<void> {
    await npm(sources, 'publish', tarball, '--registry', this.url, '--userconfig', this.userConfiguration);
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}
