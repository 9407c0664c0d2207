import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const root = join(__dirname, '../../../../..');

/** A block of shell commands of a document. */
export interface DocumentExample {
  readonly command: string;
  /** The JSON that the document says it prints; undefined if no block of JSON follows. */
  readonly output: unknown;
}

/** A block of shell commands, which may be indented in a list, and the block of JSON that may follow it. */
const commandAndOutput = /^( *)```sh\n([^`]*)^\1```$(?:\n\n^```json\n([^`]*)^```$)?/gm;

/** Returns all shell commands of a document, in their order. @param path relative to the workspace root */
export function documentExamples(path: string): DocumentExample[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(commandAndOutput)].map(([, , command = '', output]) => ({
    command,
    output: output === undefined ? undefined : (JSON.parse(output) as unknown),
  }));
}

/** Runs the command in a shell in the workspace root, and returns its standard output. @param env variables that the command uses */
export async function runExample(command: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await execute('sh', ['-ec', command], { cwd: root, env: { ...process.env, ...env } });
  return stdout;
}
