import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Commands that update derived files. None uses the network. */
const updates = [
  'npm install --package-lock-only --offline --ignore-scripts --no-audit --no-fund',
  'npx nx sync',
  'npm run openapi',
  'npm run client:types',
  'npm run contract:changelog',
];

/**
 * Links the libraries in `node_modules`, and updates the lock file, the project references, the OpenAPI document, the types of
 * the client and the API changelog.
 * @param {string} root absolute path of the workspace
 * @param {readonly string[]} libraries paths relative to the workspace
 * @param {readonly string[]} [commands] commands of the shell that update the derived files, in their order
 * @throws {Error} that names the command that failed and those that remain
 */
export function updateWorkspace(root, libraries, commands = updates) {
  for (const library of libraries) link(root, library);
  commands.forEach((command, index) => {
    process.stdout.write(`\n> ${command}\n`);
    try {
      execFileSync('/bin/sh', ['-c', command], { cwd: root, stdio: 'inherit' });
    } catch (error) {
      const remaining = commands.slice(index).join(' && ');
      throw new Error(`The files are written, but a command failed. Correct its error, then run: ${remaining}`, {
        cause: error,
      });
    }
  });
}

/**
 * Makes the link that `npm install` would make. `npm install` would also change all other packages of `node_modules`.
 * @param {string} root
 * @param {string} library
 */
function link(root, library) {
  const { name } = JSON.parse(readFileSync(join(root, library, 'package.json'), 'utf8'));
  const path = join(root, 'node_modules', name);
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(relative(dirname(path), join(root, library)), path);
}
