import { posix } from 'node:path';
import type { SourceFiles } from './source-files.mjs';

/** File names in code spans that are examples: `utils.ts`, and `x.ts`, `x.spec.ts`, … */
const exampleName = /^(?:utils\.ts$|x\.)/;
/** Paths in code spans that the service serves. */
const servedPaths = new Set(['/openapi.json', '/openapi.yaml']);

const codeBlock = /^```[\s\S]*?^```/gm;
/** The target of a Markdown link: `](target)`. */
const linkTarget = /\]\(([^)\s]+)\)/g;
/** A file name, with or without a folder, in a code span. */
const fileNameSpan = /`([\w./-]+\.(?:ts|mjs|json|yaml|yml|md))`/g;

/**
 * Lists the links and file names in Markdown files whose target does not exist.
 * @param documents Markdown texts by path
 * @param paths paths of all files of the workspace
 */
export function brokenReferences(documents: SourceFiles, paths: readonly string[]): string[] {
  const knownPaths = new Set(paths.flatMap(foldersOf).concat(paths));
  return [...documents].flatMap(([path, text]) => [
    ...brokenLinks(path, text, documents, knownPaths),
    ...unknownFileNames(text, paths).map((name) => `${path}: no file ${name}`),
  ]);
}

function foldersOf(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

function brokenLinks(path: string, text: string, documents: SourceFiles, knownPaths: ReadonlySet<string>): string[] {
  const targets = [...text.replace(codeBlock, '').matchAll(linkTarget)].map((match) => match[1]!);
  const isBroken = (target: string) => {
    const [file = '', anchor] = target.split('#');
    const linked = file ? posix.join(posix.dirname(path), file).replace(/\/$/, '') : path;
    if (!knownPaths.has(linked)) return true;
    return anchor !== undefined && linked.endsWith('.md') && !anchorsOf(documents.get(linked) ?? '').includes(anchor);
  };
  return targets
    .filter((target) => !/^(?:https?|mailto):/.test(target) && isBroken(target))
    .map((target) => `${path}: no ${target}`);
}

/** Returns the anchors that GitHub generates for the headings of the text. */
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
  const names = [...text.matchAll(fileNameSpan)].map((match) => match[1]!);
  const exists = (name: string) => paths.some((path) => path === name || path.endsWith(`/${name}`));
  return names.filter((name) => !exampleName.test(name) && !servedPaths.has(name) && !exists(name));
}
