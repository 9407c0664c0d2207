import { emptyParts, orderViolations } from './folder-order.ts';

const order = {
  folder: 'lib/src',
  chains: [
    [['*.ts'], ['low'], ['left', 'right'], ['high'], ['low/late.ts']],
    [['other/tuning'], ['other']],
  ],
};

it.each([
  ['low/a.ts', 'high/a.ts'],
  ['left/a.ts', 'right/a.ts'],
  ['root.ts', 'low/a.ts'],
  ['low/a.ts', 'low/late.ts'],
  ['other/tuning/a.ts', 'other/a.ts'],
  ['high/a.ts', 'other/a.ts'],
  ['high/a.ts', 'index.ts'],
])('reports an import from %s to %s', (from, to) => {
  const files = [`lib/src/${from}`, `lib/src/${to}`] as const;
  expect(orderViolations([{ from: files[0], to: files[1], kind: 'type' }], files, [order])).toEqual([
    `${files[0]} → ${files[1]}`,
  ]);
});

it.each([
  ['high/a.ts', 'low/a.ts'],
  ['low/deep/a.ts', 'low/a.ts'],
  ['low/a.ts', 'root.ts'],
  ['low/late.ts', 'high/a.ts'],
  ['other/a.ts', 'other/tuning/a.ts'],
  ['index.ts', 'high/a.ts'],
  ['low/a.spec.ts', 'high/a.ts'],
  ['low/testing/a.ts', 'high/a.ts'],
])('allows an import from %s to %s', (from, to) => {
  const files = [`lib/src/${from}`, `lib/src/${to}`] as const;
  expect(orderViolations([{ from: files[0], to: files[1], kind: 'static' }], files, [order])).toEqual([]);
});

it('treats each folder that `*` matches as a separate part', () => {
  const wildcardOrder = { folder: 'lib/src', chains: [[['low'], ['*'], ['*.ts']]] };
  const files = [
    'lib/src/low/a.ts',
    'lib/src/one/a.ts',
    'lib/src/one/b.ts',
    'lib/src/two/a.ts',
    'lib/src/root.ts',
  ] as const;
  const [low, one, sameFolder, two, rootFile] = files;
  const violations = (from: string, to: string) =>
    orderViolations([{ from, to, kind: 'static' }], files, [wildcardOrder]);
  for (const to of [low, sameFolder]) expect(violations(one, to)).toEqual([]);
  for (const to of [two, rootFile]) expect(violations(one, to)).toEqual([`${one} → ${to}`]);
});

it('reports a file that the order does not contain', () => {
  expect(orderViolations([], ['lib/src/new/a.ts'], [order])).toEqual(['lib/src/new/a.ts is not in the folder order']);
});

it('emptyParts lists the parts that match no production file', () => {
  const files = ['low/a.ts', 'left/a.spec.ts', 'right.ts', 'high/deep/a.ts'].map((path) => `lib/src/${path}`);
  expect(emptyParts(files, [order])).toEqual(
    ['left', 'right', 'low/late.ts', 'other/tuning', 'other'].map((part) => `lib/src/${part}`),
  );
});
