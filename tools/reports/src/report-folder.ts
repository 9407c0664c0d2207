import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The files of this file's package are in `src` or `dist`. */
const workspace = resolve(fileURLToPath(import.meta.url), '../../../..');

/** Folder of the results of ordinary runs, which Git ignores. */
export const reportsOfRuns = 'reports';

/** Folder of the results that the documents show. `--publish` writes there. */
export const publishedReports = 'docs/benchmarks';

/** A folder of the workspace with results. */
export class ReportFolder {
  private readonly folder: string;

  /** @param isPublished whether the results are those that the documents show */
  constructor(
    isPublished: boolean,
    private readonly root = workspace,
  ) {
    this.folder = join(root, isPublished ? publishedReports : reportsOfRuns);
  }

  /**
   * Writes results in several formats. Replaces those of the run before.
   * @param name name of the files without the extension
   * @param formats texts by extension
   * @returns a message with the paths, relative to the workspace
   */
  write(name: string, formats: Readonly<Record<string, string>>): string {
    mkdirSync(this.folder, { recursive: true });
    const files = Object.entries(formats).map(([extension, text]) => {
      const file = join(this.folder, `${name}.${extension}`);
      writeFileSync(file, text);
      return relative(this.root, file);
    });
    return `Written: ${files.join(', ')}`;
  }
}
