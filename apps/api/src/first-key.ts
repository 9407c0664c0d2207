import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { constants, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IssueFirstKey } from '@petstore/access-application';

const ownerOnly = 0o600;
const otherUsersBits = 0o077;

/** The API key of the first start, in a file of the data directory that only its owner can read. */
export class FirstKey {
  readonly file: string;

  constructor(directory: string) {
    this.file = join(directory, 'first-key');
  }

  /** Issues the key if the store never contained one. Makes an existing file, such as one from a backup, private. */
  async issue(issueFirstKey: IssueFirstKey): Promise<void> {
    await this.makePrivate();
    await issueFirstKey.execute('first key', 'the first start', ({ text }) => this.write(`${text}\n`));
  }

  /** @returns undefined if the first key was not issued by a start, or its file was removed */
  read(): string | undefined {
    return existsSync(this.file) ? readFileSync(this.file, 'utf8').trim() : undefined;
  }

  /** Replaces an existing file, because other users may have opened it. */
  private async write(content: string): Promise<void> {
    const draft = `${this.file}.${randomUUID()}`;
    try {
      await writeFile(draft, content, { mode: ownerOnly, flag: 'wx' });
      await rename(draft, this.file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  private async makePrivate(): Promise<void> {
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
