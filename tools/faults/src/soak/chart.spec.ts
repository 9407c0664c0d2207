import { chart } from './chart.ts';

it('draws each curve from 0 to its maximum, each in its own panel', () => {
  const curve = { unit: 'MB', colour: 'red', values: [0, 50, 100] };
  const svg = chart(3, [
    { ...curve, title: 'one' },
    { ...curve, title: 'two', values: [] },
  ]);
  expect(svg).toContain('points="40.0,200.0 400.0,120.0 760.0,40.0"');
  expect(svg).toContain('one, MB (0 to 100.0)');
  expect(svg).toContain('two, MB (0 to 1.0)');
  expect(svg).not.toContain('NaN');
});
