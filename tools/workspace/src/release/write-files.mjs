// Writes the files of a release to dist/release: the archive, the client, a bill of materials of each, the notes, and checksums.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = process.cwd();
const output = join(root, 'dist/release');

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
run(root, 'npm', 'run', '--silent', 'archive', '--', '--output', output);
writeClient();
const checksums = readdirSync(output).map((name) => `${sha256(join(output, name))}  ${name}\n`);
writeFileSync(join(output, 'SHA256SUMS'), checksums.join(''));
writeFileSync(join(output, 'NOTES.md'), run(root, 'npm', 'run', '--silent', 'release', '--', '--notes'));
process.stdout.write(`${readdirSync(output).join('\n')}\n`);

/** The bill of materials is that of the installed tarball, so it has the dependencies of its users only. */
function writeClient() {
  run(root, 'npm', 'pack', '--silent', '-w', '@petstore/client', '--pack-destination', output);
  const tarball = readdirSync(output).find((name) => name.startsWith('petstore-client-')) ?? '';
  const temporary = mkdtempSync(join(tmpdir(), 'petstore-release-'));
  // npm writes the name of the folder as the name of the component.
  const folder = join(temporary, 'client');
  mkdirSync(folder);
  try {
    run(folder, 'tar', '-xzf', join(output, tarball), '--strip-components=1');
    run(folder, 'npm', 'install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund');
    const bill = run(folder, 'npm', 'sbom', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=library');
    writeFileSync(join(output, tarball.replace(/tgz$/, 'cdx.json')), bill);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/** @param {string} file */
function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/**
 * @param {string} folder
 * @param {string} program
 * @param {string[]} args
 */
function run(folder, program, ...args) {
  return execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
