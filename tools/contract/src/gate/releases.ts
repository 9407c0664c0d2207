import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseDocument } from '../document.ts';
import { changesBetween, type Change } from './classify.ts';
import { buildModel } from './model/build-model.ts';
import { parseIntendedBreaks, type IntendedBreak } from './intended-breaks.ts';

/** Absolute path of the workspace. The compiled files have the same depth as the sources. */
export const workspace = join(dirname(fileURLToPath(import.meta.url)), '../../../..');

/** Folder with the documents of the releases, relative to the workspace. */
export const releasesFolder = 'docs/releases';
export const intendedBreaksFile = 'intended-breaks.json';
/** The committed documents: the contract, and the contract with the beta operations. */
export const documentNames = ['openapi.yaml', 'openapi.beta.yaml'] as const;
const documentsFolder = 'apps/api';

export interface Release {
  readonly version: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Short hash of the commit whose documents are kept. */
  readonly commit: string;
}

/** The changes from one state of the documents to the next, with the intended breaks among them. */
export interface Comparison {
  readonly from: string;
  /** Version; undefined for the committed documents, which are not released yet. */
  readonly to: string | undefined;
  readonly changes: readonly Change[];
  readonly intendedBreaks: readonly IntendedBreak[];
}

/** Returns the releases, oldest first. */
export function readReleases(root = workspace): Release[] {
  return JSON.parse(readFileSync(join(root, releasesFolder, 'releases.json'), 'utf8')) as Release[];
}

/**
 * Compares the committed documents with those of the last release.
 * @param today `YYYY-MM-DD`
 */
export async function compareWithLastRelease(today: string, root = workspace): Promise<Comparison> {
  const { version } = readReleases(root).at(-1)!;
  return compareFolders(root, version, undefined, today);
}

/** Compares each release with the one before, at its date, and the committed documents with the last release. */
export async function compareAllReleases(today: string, root = workspace): Promise<Comparison[]> {
  const releases = readReleases(root);
  const steps = releases.map(({ version }, index) => {
    const next = releases[index + 1];
    return compareFolders(root, version, next?.version, next?.date ?? today);
  });
  return Promise.all(steps);
}

/** Compares two files. */
export async function compareFiles(before: string, after: string, today: string): Promise<Change[]> {
  const [old, current] = await Promise.all([readModel(before), readModel(after)]);
  return changesBetween(old, current, today);
}

async function compareFolders(root: string, from: string, to: string | undefined, today: string): Promise<Comparison> {
  const folder = (version: string | undefined) =>
    join(root, version === undefined ? documentsFolder : join(releasesFolder, version));
  const names = documentNames.filter((name) => [from, to].some((version) => existsSync(join(folder(version), name))));
  const compared = await Promise.all(
    names.map((name) => compareFiles(documentIn(folder(from), name), documentIn(folder(to), name), today)),
  );
  const entries = join(root, releasesFolder, to ?? '', intendedBreaksFile);
  return { from, to, changes: united(compared), intendedBreaks: parseIntendedBreaks(readFileSync(entries, 'utf8')) };
}

/** Returns the path of the document. Without beta operations, the contract is the whole document. */
function documentIn(folder: string, name: string): string {
  return existsSync(join(folder, name)) ? join(folder, name) : join(folder, documentNames[0]);
}

/** Returns the changes of all documents. The changes of the contract are also those of the document with beta operations. */
function united(compared: readonly (readonly Change[])[]): Change[] {
  const [contract = [], ...others] = compared;
  const identity = ({ rule, location, description }: Change) => JSON.stringify([rule, location, description]);
  const known = new Set(contract.map(identity));
  return [...contract, ...others.flat().filter((change) => !known.has(identity(change)))];
}

async function readModel(path: string) {
  return buildModel(parseDocument(readFileSync(path, 'utf8')));
}

/** Returns the versions that have a folder, for the check that every release is listed. */
export function releaseFolders(root = workspace): string[] {
  return readdirSync(join(root, releasesFolder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
