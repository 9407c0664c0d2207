import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mainFileOf } from '@petstore/processes';

const execute = promisify(execFile);
const document = readFileSync(join(__dirname, '../../../../../docs/operations.md'), 'utf8');

/** Names that the document uses for the machines and folders of the reader, and the names in the test. */
export type Placeholders = readonly (readonly [inDocument: string, inTest: string])[];

/**
 * Returns the blocks of shell commands of a section of docs/operations.md, without those of its subsections.
 * @throws Error if the section has another number of blocks, because the test must execute all of them
 */
export function sectionBlocks(heading: string, count: number): string[] {
  const start = document.indexOf(`\n${heading}\n`);
  const [section = ''] = start < 0 ? [] : document.slice(start + heading.length + 2).split(/\n#{2,} /);
  const blocks = [...section.matchAll(/^( *)```sh\n([^`]*)^\1```$/gm)].map(([, indent = '', text = '']) =>
    text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
  if (blocks.length !== count) throw new Error(`"${heading}" has ${blocks.length} blocks of commands, not ${count}`);
  return blocks;
}

/** A shell of an operator, in an empty directory. `npm run -s petstore` runs the built program, and `npm start` does nothing. */
export class OperatorShell {
  private readonly path: string;

  /**
   * @param directory working directory; must exist
   * @param programs folder of the programs of PostgreSQL
   */
  constructor(
    private readonly directory: string,
    programs: string,
    private readonly placeholders: Placeholders,
  ) {
    const folder = join(directory, 'bin');
    mkdirSync(folder);
    const npm = join(folder, 'npm');
    writeFileSync(
      npm,
      `#!/bin/sh
case "$*" in
  'run -s petstore -- '*) shift 4; exec '${process.execPath}' '${mainFileOf('cli')}' "$@" ;;
  start) exit 0 ;;
esac
echo "unexpected: npm $*" >&2; exit 64
`,
    );
    chmodSync(npm, 0o755);
    this.path = `${folder}:${programs}:${process.env['PATH']}`;
  }

  /** Runs the commands in a shell that ends at the first failure, and returns standard output. @throws Error with standard error */
  async run(commands: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const text = this.placeholders.reduce((each, [from, to]) => each.replaceAll(from, to), commands);
    const { HOME = '' } = process.env;
    const { stdout } = await execute('sh', ['-ec', text], {
      cwd: this.directory,
      env: { PATH: this.path, HOME, ENV_FILE: '/dev/null', ...env },
    });
    return stdout;
  }
}
