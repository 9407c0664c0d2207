import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { reports, workspace } from './paths.ts';

/**
 * Writes a report in all its forms, and says where they are.
 * @param name of the files, without what follows the dot
 */
export function writeReports(name: string, data: object, forms: Readonly<Record<string, string>>): string {
  mkdirSync(reports, { recursive: true });
  const all = { ...forms, json: `${JSON.stringify(data, null, 2)}\n` };
  const files = Object.entries(all).map(([extension, text]) => {
    const file = join(reports, `${name}.${extension}`);
    writeFileSync(file, text);
    return relative(workspace, file);
  });
  return `written: ${files.join(', ')}\n`;
}
