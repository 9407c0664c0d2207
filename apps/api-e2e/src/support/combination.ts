import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processes, runProgram } from './test-file.ts';

/** Folder of compatibility.config.mjs. */
declare const packages: string;

/** A program of others together with ours, as a row of docs/compatibility.md shows it. */
export interface Combination {
  /** Heading of docs/compatibility.md. */
  readonly section:
    'proxies' | 'poolers' | 'servers' | 'runtimes' | 'browsers' | 'generators' | 'webhook libraries' | 'spreadsheets';
  /** Its name, and its mode if there are several, such as `PgBouncer, session mode`. One row of the section. */
  readonly program: string;
  /** Returns the installed version; undefined if it is not installed. Then the combination is skipped, and its row stays. */
  version(): string | undefined | Promise<string | undefined>;
  /** What the test shows, as a short sentence without a full stop. */
  readonly holds: string;
  /** What the program needs for it: a setting, a line of configuration. Nothing: as it is installed. */
  readonly needs?: string;
}

/**
 * Declares a combination. `npm run test:compatibility` tests it, and `compatibility-reporter.mjs` writes its row.
 * @param test may return a text with what was seen, such as figures, which the row shows in parentheses
 */
export function combination(
  { section, program, version, holds, needs = '' }: Combination,
  test: () => Promise<unknown>,
): void {
  it(`${section}: ${program}: ${holds}`, async () => {
    const { currentTestName } = expect.getState();
    const report = (cells: object) => console.info(JSON.stringify({ combination: currentTestName, ...cells }));
    const installed = await version();
    report({ section, program, version: installed, holds, needs });
    if (installed === undefined) return;
    const seen = await test();
    if (typeof seen === 'string') report({ seen });
  });
}

/** Returns the version of an installed package of Debian or Ubuntu, without Debian's own additions. */
export async function debianVersion(name: string): Promise<string | undefined> {
  if (!existsSync('/usr/bin/dpkg-query')) return undefined;
  const { exitCode, stdout } = await runProgram(
    '/usr/bin/dpkg-query',
    ['-W', '-f', '${db:Status-Status} ${Version}', name],
    {},
  ).result;
  return exitCode === 0 ? /^installed (?:\d+:)?(\d[\w.]*)/.exec(stdout)?.[1] : undefined;
}

/**
 * Returns the folder whose node_modules has these packages, each `name@version`. They are installed at the first call of a run,
 * without their installation scripts. A program of a package is `node_modules/.bin/NAME`.
 * @throws Error with the output of npm, for example without a network
 */
export async function npmFolder(...names: string[]): Promise<string> {
  const folder = join(packages, names.join('+').replaceAll('/', '+'));
  if (!existsSync(join(folder, 'node_modules/.package-lock.json'))) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const options = [
      '--prefix',
      folder,
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--no-engine-strict',
    ];
    await processes.output('npm', ['install', ...options, ...names], { env: process.env });
  }
  return folder;
}

/** Returns the version of the first of these packages, each `name@version`; undefined if npm cannot install them. */
export async function npmVersion(...names: string[]): Promise<string | undefined> {
  const folder = await npmFolder(...names).catch(() => undefined);
  const name = names[0]!.slice(0, names[0]!.lastIndexOf('@'));
  return folder && manifest(join(folder, 'node_modules', name)).version;
}

function manifest(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string };
}
