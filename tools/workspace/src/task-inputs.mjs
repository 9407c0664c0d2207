// Usage: node task-inputs.mjs <file …>, in the root of the workspace. Prints JSON: for each task the tasks that it runs, and for
// each file the tasks whose result is computed again if the file changes. It asks the code of Nx that computes the cache keys.
import { createProjectGraphAsync } from '@nx/devkit';
import { HashPlanInspector } from 'nx/src/hasher/hash-plan-inspector.js';

const targets = ['lint', 'typecheck', 'build', 'test'];
const graph = await createProjectGraphAsync();
const inspector = new HashPlanInspector(graph, process.cwd());
await inspector.init();

const tasks = Object.values(graph.nodes).flatMap(({ name, data }) =>
  targets.filter((target) => target in (data.targets ?? {})).map((target) => ({ project: name, target })),
);
/** @type {ReturnType<typeof inspector.inspectTaskInputs>} */
const inputs = {};
/** @type {Record<string, string[]>} */
const runs = {};
for (const task of tasks) {
  const inputsOfTasks = inspector.inspectTaskInputs(task);
  runs[`${task.project}:${task.target}`] = Object.keys(inputsOfTasks).sort();
  Object.assign(inputs, inputsOfTasks);
}
/** @param {string} file */
const readersOf = (file) => Object.keys(inputs).filter((task) => inputs[task]?.files.includes(file));
const readers = Object.fromEntries(process.argv.slice(2).map((file) => [file, readersOf(file).sort()]));
process.stdout.write(JSON.stringify({ runs, readers }));
