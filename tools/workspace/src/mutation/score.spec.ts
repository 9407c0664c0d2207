import { scoreOf, scoreTable } from './score.mjs';

const mutants = (count: number, status: string) => Array.from({ length: count }, () => ({ status }));

it('the score is the part of the mutants that the specs detect', () => {
  expect(
    scoreOf('pets-domain', [
      ...mutants(16, 'Killed'),
      ...mutants(2, 'Timeout'),
      ...mutants(1, 'Survived'),
      ...mutants(1, 'NoCoverage'),
    ]),
  ).toEqual({ name: 'pets-domain', detected: 18, survived: 1, notCovered: 1, invalid: 0, score: 90 });
});

it('mutants that cannot be loaded or that are ignored do not count', () => {
  const valid = [...mutants(1, 'Killed'), ...mutants(1, 'Survived')];
  expect(scoreOf('kernel', [...valid, ...mutants(3, 'RuntimeError'), ...mutants(4, 'Ignored')])).toMatchObject({
    invalid: 3,
    score: 50,
  });
});

it('the score of a library without mutants is 0, so that a pattern that matches nothing is an error', () => {
  expect(scoreOf('kernel', [])).toMatchObject({ score: 0 });
});

it('the table has a row for each library', () => {
  const scores = [
    scoreOf('kernel', mutants(1, 'Killed')),
    scoreOf('http', [...mutants(2, 'Killed'), ...mutants(1, 'Survived')]),
  ];
  expect(scoreTable(scores)).toBe(
    [
      '| library | detected | survived | not covered | invalid | score |',
      '| --- | --- | --- | --- | --- | --- |',
      '| kernel | 1 | 0 | 0 | 0 | 100.0 % |',
      '| http | 2 | 1 | 0 | 0 | 66.7 % |',
    ].join('\n'),
  );
});
