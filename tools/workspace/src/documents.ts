import { posix } from 'node:path';
import type { SourceFiles } from './source-files.ts';

/** File names in code spans that are examples. */
const examples = new Set(['utils.ts', 'x.ts']);
/** Paths of the service, in code spans. */
const served = new Set(['/openapi.json', '/openapi.yaml']);
const codeBlock = /^```[\s\S]*?^```/gm;

/**
 * Describes the links and file names in Markdown files that lead nowhere.
 * @param documents Markdown texts by path
 * @param paths of all files of the workspace
 */
export function brokenReferences(documents: SourceFiles, paths: readonly string[]): string[] {
  const known = new Set(paths.flatMap(foldersOf).concat(paths));
  return [...documents].flatMap(([path, text]) => [
    ...brokenLinks(path, text, documents, known),
    ...unknownFileNames(text, paths).map((name) => `${path}: no file ${name}`),
  ]);
}

function foldersOf(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

function brokenLinks(path: string, text: string, documents: SourceFiles, known: ReadonlySet<string>): string[] {
  const targets = [...text.replace(codeBlock, '').matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!);
  const isBroken = (target: string) => {
    const [file = '', anchor] = target.split('#');
    const linked = file ? posix.join(posix.dirname(path), file).replace(/\/$/, '') : path;
    if (!known.has(linked)) return true;
    return anchor !== undefined && linked.endsWith('.md') && !anchorsOf(documents.get(linked) ?? '').includes(anchor);
  };
  return targets
    .filter((target) => !/^(?:https?|mailto):/.test(target) && isBroken(target))
    .map((target) => `${path}: no ${target}`);
}

/** The anchors of the headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  const headings = [...text.replace(codeBlock, '').matchAll(/^#+ (.+)$/gm)].map((match) => match[1]!);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}

function unknownFileNames(text: string, paths: readonly string[]): string[] {
  const names = [...text.matchAll(/`([\w./-]+\.(?:ts|mjs|json|yaml|yml|md))`/g)].map((match) => match[1]!);
  const isKnown = (name: string) => paths.some((path) => path === name || path.endsWith(`/${name}`));
  return names.filter(
    (name) => !/^(?:x\.|\.\.)/.test(name) && !examples.has(name) && !served.has(name) && !isKnown(name),
  );
}

/**
 * Describes the tests that rows `| id | "test name" | file |` of a document cite and that the file does not contain.
 * A name is in quotation marks or in a code span. A row of the fault suite may be in any file of the cited folder.
 * @param files texts by path
 */
export function missingTests(document: string, files: SourceFiles): string[] {
  const rows = document.split('\n').map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
  return rows.flatMap(([, id = '', cited = '', file = '']) => {
    if (!/^[A-Z]\d+$/.test(id)) return [];
    const names = [...cited.matchAll(/`([^`]+)`|"([^"]+)"/g)].map((match) =>
      (match[1] ?? match[2]!).replaceAll('\\|', '|'),
    );
    const folder = `${posix.dirname(file)}/`;
    const texts = [...files].filter(([path]) => (cited.startsWith('row') ? path.startsWith(folder) : path === file));
    const isFound = (name: string) =>
      texts.some(([, text]) => text.includes(name) || text.includes(name.replaceAll("'", "\\'")));
    return names.filter((name) => !isFound(name)).map((name) => `${id}: no test ${name} in ${file}`);
  });
}
