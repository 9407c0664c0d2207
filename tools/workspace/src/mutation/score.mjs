/** Smallest mutation score of a library, in percent. */
export const breakScore = 90;

/**
 * The result of the mutation tests of one library.
 * @typedef {object} Score
 * @property {string} name
 * @property {number} detected mutants with which a test failed or did not end
 * @property {number} survived mutants with which all tests passed
 * @property {number} notCovered mutants that no test executes
 * @property {number} invalid mutants with which the specs cannot be loaded; they do not count
 * @property {number} score detected mutants, in percent of all valid ones; 0 if there are none
 */

/**
 * Calculates the mutation score as Stryker does.
 * @param {string} name
 * @param {readonly { status: string }[]} mutants
 * @returns {Score}
 */
export function scoreOf(name, mutants) {
  /** @param {...string} statuses */
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const detected = count('Killed', 'Timeout');
  const survived = count('Survived');
  const notCovered = count('NoCoverage');
  const invalid = count('RuntimeError', 'CompileError');
  const valid = detected + survived + notCovered;
  return { name, detected, survived, notCovered, invalid, score: valid === 0 ? 0 : (100 * detected) / valid };
}

/**
 * Formats the scores as a Markdown table.
 * @param {readonly Score[]} scores
 */
export function scoreTable(scores) {
  const rows = scores.map(({ name, detected, survived, notCovered, invalid, score }) =>
    [name, detected, survived, notCovered, invalid, `${score.toFixed(1)} %`].join(' | '),
  );
  const lines = [
    'library | detected | survived | not covered | invalid | score',
    '--- | --- | --- | --- | --- | ---',
    ...rows,
  ];
  return lines.map((line) => `| ${line} |`).join('\n');
}
