import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** A shell command of a document, and the JSON that the document says it prints. */
export interface DocumentExample {
  readonly command: string;
  readonly output: unknown;
}

/** A block of shell commands that is followed by a block of JSON. */
const commandAndOutput = /^```sh\n([^`]*)^```\n\n```json\n([^`]*)^```$/gm;

/** Returns the examples of a document, in their order. @param path relative to the workspace root */
export function documentExamples(path: string): DocumentExample[] {
  const text = readFileSync(join(__dirname, '../../../..', path), 'utf8');
  return [...text.matchAll(commandAndOutput)].map(([, command = '', output = '']) => ({
    command,
    output: JSON.parse(output) as unknown,
  }));
}

/** Runs the command in a shell and returns the JSON that it prints. @param env variables that the command uses */
export async function runExample(command: string, env: Readonly<Record<string, string>>): Promise<unknown> {
  const { stdout } = await execute('sh', ['-ec', command], { env: { ...process.env, ...env } });
  return JSON.parse(stdout) as unknown;
}
