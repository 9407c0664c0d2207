import { parseIntendedBreaks } from './intended-breaks.ts';
import { problemsOf, problemsText } from './report.ts';
import { changesAfter } from './testing/changes.ts';

const location = '/paths/~1samples/get/operationId';
const entry = { rule: 'operation-id-changed', location, reason: 'The name was wrong.' };
const breaking = changesAfter(({ paths }) => (paths['/samples'].get.operationId = 'other'));

it('an entry allows the change that it names', async () => {
  expect(problemsOf(await breaking, [entry])).toEqual({ breaks: [], unused: [] });
  expect(problemsText(await breaking, [entry])).toBe('');
});

it.each([
  ['another rule', { ...entry, rule: 'operation-removed' }],
  ['another location', { ...entry, location: '/paths/~1samples/post/operationId' }],
])('an entry with %s allows nothing and is reported', async (_, other) => {
  const { breaks, unused } = problemsOf(await breaking, [other]);
  expect([breaks.length, unused]).toEqual([1, [other]]);
});

it('an entry for a change that breaks no client is reported', async () => {
  const changes = await changesAfter(({ paths }) => delete paths['/samples'].patch.operationId);
  expect(problemsOf(changes, [{ ...entry, location: '/paths/~1samples/patch/operationId' }]).unused).toHaveLength(1);
});

it('says what changed, where, which clients fail, and what to do', async () => {
  expect(problemsText(await breaking, [{ ...entry, rule: 'parameter-removed' }])).toBe(
    [
      'Breaking: `GET /samples`: the operation id changed from `listSamples` to `other`.',
      '  Generated clients have a method with another name.',
      '  Undo the change. If it is intended, add to docs/releases/intended-breaks.json:',
      `  {"rule":"operation-id-changed","location":"${location}","reason":"why clients must accept it"}`,
      '',
      `docs/releases/intended-breaks.json has an entry for parameter-removed at ${location}, where nothing breaks. Remove or correct the entry.`,
    ].join('\n'),
  );
});

it.each([
  ['not a list', '{}', 'not a list'],
  ['an entry without a reason', JSON.stringify([{ rule: 'a', location: 'b' }]), 'Intended break 1'],
  ['an empty reason', JSON.stringify([entry, { ...entry, reason: '' }]), 'Intended break 2'],
  ['an unknown field', JSON.stringify([{ ...entry, until: '2030' }]), 'Intended break 1'],
])('refuses %s', (_, json, message) => {
  expect(() => parseIntendedBreaks(json)).toThrow(message);
});
