import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { constants, open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckKey, IssueFirstKey } from '@petstore/access-application';

const ownerOnly = 0o600;

/** Where a client finds a key that works. */
export interface KeySource {
  /** Path of the file with the key. */
  readonly file: string;
  /** The key itself, if this process has issued it. */
  readonly key?: string;
}

/** The file `first-key` of the data directory. It contains the API key that the first start issued, and only its owner can read it. */
export class FirstKey {
  readonly file: string;
  private issuedKey: string | undefined;

  /** @param directory data directory of the embedded database */
  constructor(directory: string) {
    this.file = join(directory, 'first-key');
  }

  /** Restricts the mode of an existing file, because a restored backup may be readable by other users. Then runs IssueFirstKey. */
  async issue(issueFirstKey: IssueFirstKey): Promise<void> {
    await this.withFile((file) => file.chmod(ownerOnly));
    let key: string | undefined;
    await issueFirstKey.execute('first key', 'the first start', ({ text }) => {
      key = text;
      return this.write(`${text}\n`);
    });
    // Only now, because the transaction could still fail after the file was written.
    this.issuedKey = key;
  }

  /**
   * Returns the key if this process has issued it, or the path of the file if it contains a key that works now. Returns
   * undefined if neither is the case: the key was revoked, or an operator issued the first key or removed the file.
   */
  async find(checkKey: CheckKey): Promise<KeySource | undefined> {
    if (this.issuedKey !== undefined) return { file: this.file, key: this.issuedKey };
    const key = await this.withFile((file) => file.readFile('utf8'));
    return key !== undefined && (await checkKey.execute(key.trim())) ? { file: this.file } : undefined;
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

  /**
   * Opens the file for the function. Does not follow a symbolic link, and does not wait for the writer of a named pipe.
   * @returns undefined if there is no regular file
   */
  private async withFile<Result>(use: (file: FileHandle) => Promise<Result>): Promise<Result | undefined> {
    if (!existsSync(this.file)) return undefined;
    const handle = await open(this.file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return (await handle.stat()).isFile() ? await use(handle) : undefined;
    } finally {
      await handle.close();
    }
  }
}
