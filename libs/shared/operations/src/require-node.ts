import { OperatorError } from './operator-error.ts';

/** As `engines` in package.json. */
const needed = 'Node ^20.19 || ^22.13 || >=24.11';

/**
 * Refuses runtimes that run programs of Node, but behave differently: under Bun, SIGTERM does not end the service as under Node.
 * @throws OperatorError that names the runtime and the versions of Node
 */
export function requireNode({ bun, deno }: NodeJS.ProcessVersions = process.versions): void {
  if (!bun && !deno) return;
  throw new OperatorError(`started with ${bun ? `Bun ${bun}` : `Deno ${deno}`}: start it with ${needed}`);
}
