import { InvalidArguments, readArguments, usage } from './arguments.ts';
import { compare } from './compare.ts';
import { Progress } from './progress.ts';

const progress = new Progress();

try {
  const args = readArguments(process.argv.slice(2));
  if (!args) process.stdout.write(`${usage}\n`);
  else await compare(args, progress);
} catch (error) {
  progress.end();
  process.stderr.write(`bench: ${(error as Error).message}\n${error instanceof InvalidArguments ? `${usage}\n` : ''}`);
  process.exitCode = 1;
}
