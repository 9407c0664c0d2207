import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { reports, workspace } from './paths.ts';

/**
 * Writes a report as JSON and in further formats.
 * @param name name of the files without the extension
 * @param formats texts by extension
 * @returns a message with the paths
 */
export function writeReports(name: string, data: object, formats: Readonly<Record<string, string>>): string {
  mkdirSync(reports, { recursive: true });
  const all = { ...formats, json: `${JSON.stringify(data, null, 2)}\n` };
  const files = Object.entries(all).map(([extension, text]) => {
    const file = join(reports, `${name}.${extension}`);
    writeFileSync(file, text);
    return relative(workspace, file);
  });
  return `written: ${files.join(', ')}\n`;
}
