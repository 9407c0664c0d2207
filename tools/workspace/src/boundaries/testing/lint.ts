import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../workspace.ts';

/** Lines of a file to lint. */
export interface Probe {
  /** Path of the file, relative to the workspace. It need not exist. */
  readonly path: string;
  readonly text: string;
  /** Successive probes of the same path and group are one file, which saves time. A probe without a group is one file. */
  readonly group?: string;
}

export interface LintMessage {
  readonly rule: string | null;
  readonly message: string;
}

interface ProbeFile {
  readonly path: string;
  readonly group: string | undefined;
  text: string;
  /** The first line of each probe, from 1 on. */
  readonly starts: number[];
}

/**
 * Returns the messages of ESLint for each probe. ESLint runs in one process, which has no project graph of Nx.
 * @throws Error if ESLint creates a project graph
 */
export function lint(probes: readonly Probe[]): LintMessage[][] {
  const files: ProbeFile[] = [];
  for (const { path, text, group } of probes) {
    const last = files.at(-1);
    const isSameFile = last !== undefined && group !== undefined && last.path === path && last.group === group;
    const file = isSameFile ? last : { path, group, text: '', starts: [] };
    if (!isSameFile) files.push(file);
    file.starts.push(file.text.split('\n').length);
    file.text += `${text}\n`;
  }
  const found = runEslint(files);
  return files.flatMap(({ starts }, index) =>
    starts.map((start, position) => {
      const end = starts[position + 1] ?? Infinity;
      return found[index]!.messages.filter(({ line, rule }) => rule === null || (line >= start && line < end));
    }),
  );
}

/**
 * Returns for each file its text after `eslint --fix`, and the messages that remain.
 * @param files the paths are relative to the workspace
 */
export function fix(files: readonly Omit<Probe, 'group'>[]): LintResult[] {
  return runEslint(files, '--fix');
}

export interface LintResult {
  readonly messages: readonly (LintMessage & { readonly line: number })[];
  readonly fixed: string;
}

function runEslint(
  files: readonly { readonly path: string; readonly text: string }[],
  ...options: string[]
): LintResult[] {
  const graphFolder = mkdtempSync(join(tmpdir(), 'petstore-no-graph-'));
  try {
    const output = execFileSync(process.execPath, [join(__dirname, 'lint-texts.mjs'), ...options], {
      cwd: root,
      input: JSON.stringify(files.map(({ path, text }) => ({ path: join(root, path), text }))),
      encoding: 'utf8',
      maxBuffer: 100_000_000,
      env: { ...process.env, NX_WORKSPACE_DATA_DIRECTORY: graphFolder },
    });
    if (readdirSync(graphFolder).length > 0) throw new Error('ESLint created a project graph.');
    return JSON.parse(output) as LintResult[];
  } finally {
    rmSync(graphFolder, { recursive: true, force: true });
  }
}
