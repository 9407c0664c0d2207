import { posix } from 'node:path';
import type { SourceFiles } from './source-files.mjs';

const unescapedBar = /(?<!\\)\|/;
const rowId = /^[A-Z]\d+$/;
/** A test name in a code span or in quotation marks. */
const testName = /`([^`]+)`|"([^"]+)"/g;

/**
 * Lists the test names that a table of the document cites but the cited file does not contain. A table row is
 * `| id | "test name" | file |`. If the cell starts with `row`, the name is a fault scenario and may be in any file of the
 * cited file's folder.
 * @param document Markdown text
 * @param files texts by path
 */
export function missingTests(document: string, files: SourceFiles): string[] {
  const rows = document.split('\n').map((line) => line.split(unescapedBar).map((cell) => cell.trim()));
  return rows.flatMap(([, id = '', cited = '', file = '']) => {
    if (!rowId.test(id)) return [];
    const names = [...cited.matchAll(testName)].map((match) => (match[1] ?? match[2]!).replaceAll('\\|', '|'));
    const folder = `${posix.dirname(file)}/`;
    const texts = [...files].filter(([path]) => (cited.startsWith('row') ? path.startsWith(folder) : path === file));
    const isFound = (name: string) =>
      texts.some(([, text]) => text.includes(name) || text.includes(name.replaceAll("'", "\\'")));
    return names.filter((name) => !isFound(name)).map((name) => `${id}: no test ${name} in ${file}`);
  });
}
