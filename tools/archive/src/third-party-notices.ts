import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstalledPackage } from './installed-packages.ts';

const licenseFile = /^(licen[cs]e|copying|notice)/i;

/**
 * Returns the names, versions and licenses of the packages, and their license texts. Their licenses demand that copies of the code
 * contain these texts.
 */
export function thirdPartyNotices(root: string, packages: readonly InstalledPackage[]): string {
  const sorted = [...packages].sort((a, b) => (a.path < b.path ? -1 : 1));
  return sorted
    .map(({ name, version, license = 'see its license text', path }) => {
      const files = readdirSync(join(root, path)).filter((file) => licenseFile.test(file));
      const texts = files.sort().map((file) => readFileSync(join(root, path, file), 'utf8').trim());
      return `## ${name} ${version} (${license})\n\n${texts.map((text) => `${text}\n\n`).join('')}`;
    })
    .join('');
}
