import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A position in a compiled file of this workspace, with line and column. */
const compiledPosition = /(file:\/\/(?:(?!\/node_modules\/)[^\s()])+\.js):(\d+):(\d+)/g;

const sourceMaps = new Map<string, SourceMap | undefined>();

/**
 * Replaces the positions in compiled files by those in the TypeScript sources. Only the log calls it, so that errors that are not
 * logged cost nothing: `node --enable-source-maps` makes each error and each reading of its stack slower.
 */
export function withSourcePositions(stack: string): string {
  return stack.replace(compiledPosition, (position: string, url: string, line: string, column: string) => {
    const entry = sourceMapOf(url)?.findEntry(Number(line) - 1, Number(column) - 1);
    // A map of the production archive has no sources of packages.
    if (!entry || !('originalSource' in entry) || entry.originalSource === undefined) return position;
    return `${new URL(entry.originalSource, url).href}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

function sourceMapOf(url: string): SourceMap | undefined {
  if (!sourceMaps.has(url)) sourceMaps.set(url, readSourceMap(`${url}.map`));
  return sourceMaps.get(url);
}

/** Returns undefined if there is none, or if it is damaged. */
function readSourceMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(url), 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}
