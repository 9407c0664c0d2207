import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../../../docs/monitoring');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const isRequired = process.env['PETSTORE_PROMTOOL'] === 'required';

it('each alert has a test', () => {
  const alerts = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  expect(alerts.length).toBeGreaterThanOrEqual(13);
  const tests = read('alerts.test.yml');
  expect(alerts.filter((name) => !new RegExp(`alertname(="|: )${name}\\b`).test(tests))).toEqual([]);
});

(hasPromtool || isRequired ? it : it.skip)(
  `the alerts fire in the situations of alerts.test.yml${hasPromtool ? '' : ' (needs promtool, Debian: the package prometheus)'}`,
  () => {
    const options = { cwd: folder, encoding: 'utf8' } as const;
    expect(execFileSync('promtool', ['test', 'rules', 'alerts.test.yml'], options)).toContain('SUCCESS');
  },
);
