import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { constants, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IssueFirstKey } from '@petstore/access-application';

const ownerAlone = 0o600;
const othersBits = 0o077;

/** The key of the first start: in a file of the data directory that its owner alone may read. */
export class FirstKey {
  readonly file: string;

  constructor(directory: string) {
    this.file = join(directory, 'first-key');
  }

  /** Issues it when the store never held a key. An existing file, such as one from a backup, is closed to other users. */
  async issue(issueFirstKey: IssueFirstKey): Promise<void> {
    await this.closeToOthers();
    await issueFirstKey.execute('first key', 'the first start', ({ text }) => this.write(`${text}\n`));
  }

  /** The key, or nothing when the first one was issued otherwise or its file was put away. */
  read(): string | undefined {
    return existsSync(this.file) ? readFileSync(this.file, 'utf8').trim() : undefined;
  }

  /** A new file takes the place of an old one, whose mode and readers would stay; it is never open to others. */
  private async write(content: string): Promise<void> {
    const draft = `${this.file}.${randomUUID()}`;
    try {
      await writeFile(draft, content, { mode: ownerAlone, flag: 'wx' });
      await rename(draft, this.file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  private async closeToOthers(): Promise<void> {
    if (!existsSync(this.file)) return;
    const handle = await open(this.file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = await handle.stat();
      if (found.isFile() && (found.mode & othersBits) !== 0) await handle.chmod(ownerAlone);
    } finally {
      await handle.close();
    }
  }
}
