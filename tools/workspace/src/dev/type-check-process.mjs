// The process of TypeCheck. Compiles at each message, and keeps the syntax trees of the files for the next one.
import { withCompileLock } from '../compile/compile.mjs';
import { Progress } from '../compile/progress.mjs';
import { Solution } from '../compile/solution.mjs';
import { SyntaxTreeCache } from '../compile/syntax-tree-cache.mjs';

const [root = '.', ...projects] = process.argv.slice(2);
const { isTerminal } = new Progress(process.stderr);
const cache = new SyntaxTreeCache();

/** @param {import('./type-check.mjs').Message} message */
const send = (message) => void process.send?.(message);

async function check() {
  /** @type {string[]} */
  const lines = [];
  const progress = {
    isTerminal,
    /** @type {Progress['step']} */
    step: (number, count, project) => send({ step: [number, count, project] }),
    /** @param {string} line */
    note: (line) => void lines.push(line),
  };
  const { compiled, errors } = await withCompileLock(root, { note: (waiting) => send({ waiting }) }, (renewLock) =>
    new Solution(root, projects).build(progress, renewLock, cache),
  );
  send({ result: { compiled, errors, lines } });
}

process.on('message', () => void check());
// Ctrl-C in a terminal goes to all processes. The other process decides when this one ends.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
