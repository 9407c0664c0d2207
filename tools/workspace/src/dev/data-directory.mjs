import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The data of the service, and the embedded PostgreSQL that must not stop while the service restarts. */
export class DataDirectory {
  /**
   * @param {NodeJS.ProcessEnv} env environment of the service
   * @param {string} [temporary] directory to delete at the end
   */
  constructor(env, temporary) {
    this.env = env;
    this.temporary = temporary;
  }

  /**
   * Returns the directory that the environment selects or, if `fresh`, an empty temporary one.
   * @param {boolean} fresh
   * @param {NodeJS.ProcessEnv} env
   */
  static choose(fresh, env) {
    if (!fresh) return new DataDirectory(env);
    const temporary = mkdtempSync(join(tmpdir(), 'petstore-dev-'));
    // For root, PostgreSQL runs as another user, who must be able to enter the directory.
    chmodSync(temporary, 0o711);
    return new DataDirectory({ ...env, DATA_DIR: temporary }, temporary);
  }

  /**
   * Starts the embedded PostgreSQL, unless DATABASE_URL is set. Later calls do nothing.
   * @param {string} root absolute path of the workspace
   */
  async keepDatabaseRunning(root) {
    if (this.database || this.env.DATABASE_URL) return;
    // The service depends on this package, so it is compiled now.
    const { databaseSettings, EmbeddedPostgres } = await import('@petstore/database');
    try {
      const settings = databaseSettings(this.env, root);
      if (settings.kind === 'embedded') this.database = await EmbeddedPostgres.acquire(settings.directory);
    } catch {
      // The service reports the reason.
    }
  }

  /** Releases the PostgreSQL, and deletes the temporary directory. */
  async release() {
    await this.database?.release();
    if (this.temporary) rmSync(this.temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
