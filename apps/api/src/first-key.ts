import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { constants, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IssueFirstKey } from '@petstore/access-application';

const ownerOnly = 0o600;
const otherUsersBits = 0o077;

/** The file `first-key` of the data directory. It contains the API key that the first start issued, and only its owner can read it. */
export class FirstKey {
  /** Path of the file. */
  readonly file: string;

  /** @param directory data directory of the embedded database */
  constructor(directory: string) {
    this.file = join(directory, 'first-key');
  }

  /**
   * Issues the key if the database never contained a key. Restricts the mode of an existing file, because a restored backup
   * may be readable by other users.
   */
  async issue(issueFirstKey: IssueFirstKey): Promise<void> {
    await this.restrictMode();
    await issueFirstKey.execute('first key', 'the first start', ({ text }) => this.write(`${text}\n`));
  }

  /** @returns the key, or undefined if there is no file: the operator issued the first key, or removed the file */
  read(): string | undefined {
    return existsSync(this.file) ? readFileSync(this.file, 'utf8').trim() : undefined;
  }

  /** Writes a new file and renames it, because another user may still have the existing file open. */
  private async write(content: string): Promise<void> {
    const temporaryFile = `${this.file}.${randomUUID()}`;
    try {
      await writeFile(temporaryFile, content, { mode: ownerOnly, flag: 'wx' });
      await rename(temporaryFile, this.file);
    } catch (error) {
      await rm(temporaryFile, { force: true });
      throw error;
    }
  }

  /** Does not follow a symbolic link, and does not wait for the writer of a named pipe. */
  private async restrictMode(): Promise<void> {
    if (!existsSync(this.file)) return;
    const handle = await open(this.file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const status = await handle.stat();
      if (status.isFile() && (status.mode & otherUsersBits) !== 0) await handle.chmod(ownerOnly);
    } finally {
      await handle.close();
    }
  }
}
