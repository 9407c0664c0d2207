import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'restart-'));
  const program = `
    console.log('start');
    const timer = setInterval(() => undefined, 1_000);
    process.on('SIGTERM', () => { console.log('stop'); clearInterval(timer); });`;
  writeFileSync(join(directory, 'program.mjs'), program);
});

afterEach(() => rmSync(directory, { recursive: true }));

/** Runs a script that has \`service\`, and reads its lines. */
function run(program: string, script: string) {
  const child = execFile(process.execPath, [
    '--input-type=module',
    '-e',
    `import { RestartableProcess } from '${join(__dirname, 'restartable-process.mjs')}';
     const service = new RestartableProcess('${join(directory, program)}', ['semver'], process.env, undefined, (exit) => console.log(exit));
     ${script}`,
  ]);
  return { child, lines: createInterface(child.stdout!) };
}

it('stops the running process before it starts the next one', async () => {
  const { child, lines } = run(
    'program.mjs',
    'await service.restart(); process.stdin.on("data", () => service.restart());',
  );
  const seen: string[] = [];
  for await (const line of lines) {
    seen.push(line);
    if (seen.length === 1) child.stdin!.write('restart');
    if (seen.length === 3) break;
  }
  child.kill();
  expect(seen).toEqual(['start', 'stop', 'start']);
});

it('reports a process that ends, and can start it again', async () => {
  writeFileSync(join(directory, 'failing.mjs'), 'process.exit(3);');
  const { child, lines } = run(
    'failing.mjs',
    'await service.restart(); process.stdin.on("data", () => service.restart());',
  );
  const seen: string[] = [];
  for await (const line of lines) {
    seen.push(line);
    if (seen.length === 2) break;
    child.stdin!.write('restart');
  }
  child.kill();
  expect(seen).toEqual(['exit code 3', 'exit code 3']);
});

it('stops the process if the process that started it is killed', async () => {
  const { child, lines } = run('program.mjs', 'await service.restart();');
  expect(await once(lines, 'line')).toEqual(['start']);
  child.kill('SIGKILL');
  expect(await once(lines, 'line')).toEqual(['stop']);
});
