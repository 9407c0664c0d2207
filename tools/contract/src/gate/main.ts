// Compares OpenAPI documents on the command line. docs/contract-gate.md describes it.
import { runDiffCommand } from './diff-command.ts';

try {
  process.exitCode = await runDiffCommand(process.argv.slice(2), process.stdout);
} catch (error) {
  process.stderr.write(`contract:diff: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
