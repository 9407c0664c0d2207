import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IssueFirstKey } from '@petstore/access-application';

/** The key of the first start: in a file of the data directory that its owner alone may read. */
export class FirstKey {
  readonly file: string;

  constructor(directory: string) {
    this.file = join(directory, 'first-key');
  }

  /** Issues it when the store holds no key at all. */
  async issue(issueFirstKey: IssueFirstKey): Promise<void> {
    await issueFirstKey.execute('first key', 'the first start', ({ text }) =>
      writeFile(this.file, `${text}\n`, { mode: 0o600 }),
    );
  }

  /** The key, or nothing when the first one was issued otherwise or its file was put away. */
  read(): string | undefined {
    return existsSync(this.file) ? readFileSync(this.file, 'utf8').trim() : undefined;
  }
}
