import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CORE_SCHEMA, load } from 'js-yaml';
import { isHarmless, type Finding } from './harmless.ts';

const workspace = join(__dirname, '../..');
const redocly = join(workspace, 'node_modules/.bin/redocly');
const documentNames = ['openapi.yaml', 'openapi.beta.yaml'];

/** The shortest time from the release that deprecates an operation to its removal date, in days. */
const noticeDays = 365;

interface Operation {
  readonly deprecated?: boolean;
  /** The removal date, `YYYY-MM-DD`. */
  readonly 'x-sunset'?: string;
  /** `beta`: the operation may change or disappear in any release. */
  readonly 'x-stability'?: string;
  readonly parameters?: readonly { readonly name?: string; readonly $ref?: string }[];
}

/** A parsed OpenAPI document: the members that the gate reads. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** A change that can break clients of a stable operation. */
export interface Break {
  /** `GET /pets`, or `document` for a change outside of the operations. */
  readonly operation: string;
  /** Place in the operation: `parameters/cursor/schema/maxLength`. A parameter has its name instead of its index. */
  readonly name: string;
  readonly message: string;
}

/** A break that clients must accept: the last release refuses these requests already, or it is for security. */
export interface IntendedBreak {
  readonly operation: string;
  readonly name: string;
  /** For client developers. */
  readonly reason: string;
}

interface Release {
  readonly version: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

/**
 * Compares each release with the one before, and the committed documents with the last release. Removal dates are compared with the date
 * of the later release. The date of the committed documents is that of the release in preparation, which releases.json lists before it has
 * a folder, otherwise that of the last release. So the result changes with a commit only, and not from one day to the next.
 * @returns the problems, with what to do; empty if there are none
 */
export function releaseProblems(root = workspace): string[] {
  const folder = join(root, 'docs/releases');
  const releases = JSON.parse(readFileSync(join(folder, 'releases.json'), 'utf8')) as Release[];
  const hasFolder = (release?: Release) => release !== undefined && existsSync(join(folder, release.version));
  return releases.filter(hasFolder).flatMap(({ version, date }, index) => {
    const next = releases[index + 1];
    const base = join(folder, version);
    const revision = hasFolder(next) ? join(folder, next!.version) : join(root, 'apps/api');
    const names = documentNames.filter((name) => [base, revision].some((each) => existsSync(join(each, name))));
    const breaks = names.flatMap((name) =>
      breaksBetween(readDocument(base, name), readDocument(revision, name), next?.date ?? date),
    );
    const entries = join(hasFolder(next) ? revision : folder, 'intended-breaks.json');
    return problemsOf(breaks, JSON.parse(readFileSync(entries, 'utf8')) as IntendedBreak[]);
  });
}

/** A release without beta operations has only openapi.yaml, which then stands for the document with the beta operations, too. */
function readDocument(folder: string, name: string): Document {
  const path = join(folder, existsSync(join(folder, name)) ? name : 'openapi.yaml');
  return load(readFileSync(path, 'utf8'), { schema: CORE_SCHEMA }) as Document;
}

/** Describes the breaks without an entry, and the entries without a break. */
export function problemsOf(breaks: readonly Break[], intended: readonly IntendedBreak[]): string[] {
  const isSame = (one: IntendedBreak | Break, other: Break) =>
    one.operation === other.operation && one.name === other.name;
  const problems = [
    ...breaks
      .filter((each) => !intended.some((entry) => entry.reason && isSame(entry, each)))
      .map(({ operation, name, message }) => `${operation}, ${name}: ${message}`),
    ...intended
      .filter((entry) => !breaks.some((each) => isSame(entry, each)))
      .map(({ operation, name }) => `${operation}, ${name}: is in intended-breaks.json, but breaks nothing.`),
  ];
  // The document with the beta operations repeats the breaks of the contract.
  return [...new Set(problems)];
}

/**
 * Returns the changes that can break clients of the operations that are stable in the base.
 * @param releaseDate date of the release that has the revision, `YYYY-MM-DD`
 */
export function breaksBetween(base: Document, revision: Document, releaseDate: string): Break[] {
  const [before, after] = [operationsOf(base), operationsOf(revision)];
  // '9' is later than every date.
  const isRemovedOnDate = (name: string) => !after.has(name) && (removalDate(before.get(name)) ?? '9') <= releaseDate;
  const skipped = [...before.keys()].filter(
    (name) => before.get(name)!['x-stability'] === 'beta' || isRemovedOnDate(name),
  );
  // With the same paths in both, Redocly reports each removed operation, and takes no path for a renamed one.
  const paths = Object.keys({ ...base.paths, ...revision.paths });
  const found = compare(comparable(base, paths, skipped), comparable(revision, paths, skipped));
  const earliest = new Date(Date.parse(releaseDate) + noticeDays * 86_400_000).toISOString().slice(0, 10);
  return [
    ...found.filter((finding) => !isHarmless(finding)).map((finding) => breakOf(finding, before, after)),
    ...[...before.keys()]
      .filter((name) => !skipped.includes(name) && after.get(name)?.deprecated)
      .map((operation) => ({ operation, least: removalDate(before.get(operation)) ?? earliest }))
      .filter(({ operation, least }) => (removalDate(after.get(operation)) ?? '') < least)
      .map(({ operation, least }) => ({ operation, name: 'x-sunset', message: `must be a date from ${least} on.` })),
  ];
}

/** Returns the operations by their names: `GET /pets`. */
function operationsOf({ paths }: Document): Map<string, Operation> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
  return new Map(operations);
}

/** Returns the removal date of a deprecated operation; undefined without a valid one. */
function removalDate(operation: Operation | undefined): string | undefined {
  const date = operation?.deprecated ? operation['x-sunset'] : undefined;
  return date !== undefined && /^\d{4}-\d\d-\d\d$/.test(date) ? date : undefined;
}

/** Returns the document with these paths, without the skipped operations. */
function comparable(document: Document, paths: readonly string[], skipped: readonly string[]): Document {
  const entries = paths.map((path) => {
    const methods = Object.entries(document.paths[path] ?? {});
    const compared = methods.filter(([method]) => !skipped.includes(`${method.toUpperCase()} ${path}`));
    return [path, Object.fromEntries(compared)];
  });
  return { ...document, paths: Object.fromEntries(entries) as Document['paths'] };
}

function compare(base: Document, revision: Document): Finding[] {
  // Redocly uses all its rules, because this folder has no redocly.yaml.
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  try {
    writeFileSync(join(folder, 'base.json'), JSON.stringify(base));
    writeFileSync(join(folder, 'revision.json'), JSON.stringify(revision));
    const command = 'diff base.json revision.json --format=json --fail-on=none --output=report.json';
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off' };
    execFileSync(redocly, command.split(' '), { cwd: folder, stdio: 'pipe', env });
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as { changes: Finding[] };
    return report.changes;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function breakOf(finding: Finding, before: Map<string, Operation>, after: Map<string, Operation>): Break {
  const { path, kind, property, verdicts } = finding;
  const keys = path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const isInOperation = keys[0] === 'paths';
  const operation = isInOperation ? [keys[2]?.toUpperCase(), keys[1]].join(' ').trim() : 'document';
  const place = isInOperation ? keys.slice(3) : keys;
  if (isInOperation && place[0] === 'parameters' && place.length > 1) {
    const parameter = (kind === 'removed' ? before : after).get(operation)?.parameters?.[Number(place[1])];
    place[1] = parameter?.name ?? parameter?.$ref?.split('/').at(-1) ?? place[1]!;
  }
  const messages = verdicts.map(({ message }) => message);
  return {
    operation,
    name: [...place, ...(property ? [property] : [])].join('/') || 'operation',
    message: messages.join(' ') || `was ${kind}. No rule says that this is harmless.`,
  };
}
