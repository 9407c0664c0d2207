// Runs the service, compiles each saved change, and restarts the service. Arguments are options of node, such as --inspect.
import { spawn } from 'node:child_process';
import compilerPath from '../node_modules/typescript-7/lib/getExePath.js';

const root = new URL('..', import.meta.url);
const service = ['--enable-source-maps', ...process.argv.slice(2), 'apps/api/dist/main.js'];
const children = [
  [compilerPath(), '--build', '--watch', '--preserveWatchOutput', 'apps/api'],
  [process.execPath, '--watch', '--watch-preserve-output', ...service],
].map(([program, ...args]) => spawn(program, args, { cwd: root, stdio: 'inherit' }));

function stop(signal) {
  for (const child of children) child.kill(signal);
}

// A terminal sends Ctrl-C to the children too.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, stop);
// One is useless without the other.
for (const child of children) child.on('exit', () => stop('SIGTERM'));
