import { OperatorError } from './operator-error.ts';

/** As `engines` in package.json. */
const needed = 'Node ^20.19 || ^22.13 || >=24.11';

/**
 * Refuses runtimes that run programs of Node, but behave differently: under Bun, SIGTERM does not end the service as under Node.
 * @throws OperatorError that names the runtime and the versions of Node
 */
export function requireNode(versions: NodeJS.ProcessVersions = process.versions): void {
  for (const [name, runtime] of [
    ['bun', 'Bun'],
    ['deno', 'Deno'],
  ] as const) {
    const version = versions[name];
    if (version !== undefined) throw new OperatorError(`started with ${runtime} ${version}: start it with ${needed}`);
  }
}
