import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Allocates objects that survive, and writes the size of the young generation in MB before and after `allowGrowth`. */
const program = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { allowGrowth } from '${join(import.meta.dirname, '../dist/v8-flags.js')}';
  const sizeAfterAllocations = () => {
    let kept = [];
    for (let count = 0; count < 1_000_000; count++) {
      kept.push({ count });
      if (kept.length === 50_000) kept = [];
    }
    return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20;
  };
  const before = sizeAfterAllocations();
  allowGrowth();
  console.log(JSON.stringify([before, sizeAfterAllocations()]));
`;

it('keeps the young generation small until the service has started', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  const [before, after] = JSON.parse(output) as [number, number];
  expect(before).toBeLessThan(4);
  expect(after).toBeGreaterThan(4);
});

it('keeps it small also while the modules of the program are loaded', () => {
  const preload = `
    import { getHeapSpaceStatistics } from 'node:v8';
    const size = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20;
    process.on('exit', () => console.log(size()));
  `;
  const program = join(import.meta.dirname, '../dist/main.js');
  const preloadUrl = `data:text/javascript,${encodeURIComponent(preload)}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', preloadUrl, program], {
    env: { PORT: 'wrong' },
    encoding: 'utf8',
  });
  expect(stderr).toContain('PORT');
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).toBeLessThan(4);
});
