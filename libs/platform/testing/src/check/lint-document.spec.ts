import { unexpectedProblems } from './lint-document.ts';

const problem = { rule: 'no-cats', place: '#/info', message: 'There is a cat.' };
const reason = 'a test';

describe('unexpectedProblems', () => {
  it('returns a problem without an exception', () => {
    expect(unexpectedProblems([problem], [])).toEqual([problem]);
  });

  it.each([{ rule: 'no-cats' }, { rule: 'no-cats', place: '#/info' }])(
    'omits a problem with the exception %j',
    (entry) => {
      expect(unexpectedProblems([problem], [{ ...entry, reason }])).toEqual([]);
    },
  );

  it.each([{ rule: 'no-dogs' }, { rule: 'no-cats', place: '#/info/title' }])(
    'returns a problem and the exception %j, which is for another problem',
    (entry) => {
      expect(unexpectedProblems([problem], [{ ...entry, reason }])).toEqual([problem, { ...entry, reason }]);
    },
  );

  it('returns an exception without a problem', () => {
    expect(unexpectedProblems([], [{ rule: 'no-cats', reason }])).toEqual([{ rule: 'no-cats', reason }]);
  });
});
