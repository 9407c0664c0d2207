import { lstat, realpath, stat } from 'node:fs/promises';
import { OperatorError } from '@petstore/settings';
import { DraftFile } from '../import/draft-file.ts';
import type { CsvOutput } from './csv-output.ts';

/** Writes an export to a draft in the folder of its path. Only `finish` gives the path to the complete file. */
export class ExportFile implements CsvOutput {
  private constructor(
    readonly path: string,
    private readonly force: boolean,
    private readonly draft: DraftFile,
  ) {}

  /**
   * @param path absolute; the target of a symbolic link is replaced, not the link
   * @param force whether to replace an existing file
   * @throws OperatorError if the folder is not writable, or the file exists and must not be replaced
   */
  static async create(path: string, force: boolean): Promise<ExportFile> {
    try {
      await requireWritable(path, force);
      const target = await realpath(path).catch(() => path);
      return new ExportFile(target, force, await DraftFile.create(target, 'export'));
    } catch (error) {
      throw writeError(path, error);
    }
  }

  /** @throws OperatorError if the write fails, for example because the disk is full */
  write(text: string): Promise<void> {
    return this.draft.write(text).catch((error: unknown) => {
      throw writeError(this.path, error);
    });
  }

  /** @throws OperatorError if the file cannot be completed, or another program has created it meanwhile */
  async finish(): Promise<void> {
    try {
      await this.draft.close();
      await requireWritable(this.path, this.force);
      await this.draft.publish(this.path);
    } catch (error) {
      throw writeError(this.path, error);
    }
  }

  discard(): Promise<void> {
    return this.draft.discard();
  }
}

async function requireWritable(path: string, force: boolean): Promise<void> {
  const found = (await stat(path).catch(() => undefined)) ?? (await lstat(path).catch(() => undefined));
  if (!found) return;
  if (found.isDirectory()) throw new Error('it is a folder');
  if (!found.isFile() && !found.isSymbolicLink()) throw new Error('it is not a regular file');
  if (!force) throw new Error('the file exists; --force replaces it');
}

function writeError(path: string, error: unknown): OperatorError {
  return new OperatorError(`${path} cannot be written: ${(error as Error).message}`);
}
