// Runs the service, compiles each saved change, and restarts the service. Arguments are options of node, such as --inspect.
import { spawn } from 'node:child_process';

const root = new URL('..', import.meta.url);
const compiler = ['node_modules/typescript/bin/tsc', '--build', '--watch', '--preserveWatchOutput'];
const children = [
  [...compiler, 'apps/api'],
  ['--watch', '--watch-preserve-output', '--enable-source-maps', ...process.argv.slice(2), 'apps/api/dist/main.js'],
].map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }));

function stop(signal) {
  for (const child of children) child.kill(signal);
}

// A terminal sends Ctrl-C to the children too.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, stop);
// One is useless without the other.
for (const child of children) child.on('exit', () => stop('SIGTERM'));
