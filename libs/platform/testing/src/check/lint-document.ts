import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** `redocly`: @redocly/openapi-core. `spectral`: @stoplight/spectral-core with the rules of @stoplight/spectral-rulesets. */
export type Linter = 'redocly' | 'spectral';

/** A violation of a linter rule. */
export interface LintProblem {
  readonly rule: string;
  /** JSON pointer into the document. */
  readonly place: string;
  readonly message: string;
}

/** A rule of a linter that the document violates intentionally. */
export interface LintException {
  readonly rule: string;
  /** JSON pointer of the only place where the rule may be violated. Without it, the rule may be violated everywhere. */
  readonly place?: string;
  readonly reason: string;
}

/**
 * Lints an OpenAPI document with all rules of the linter.
 * @param yaml text of the document
 */
export function lintDocument(yaml: string, linter: Linter): LintProblem[] {
  const script = join(__dirname, 'lint-document.mjs');
  return JSON.parse(
    execFileSync(process.execPath, [script, linter], { input: yaml, encoding: 'utf8' }),
  ) as LintProblem[];
}

/** Returns the problems without an exception, and the exceptions without a problem. */
export function unexpectedProblems(
  problems: readonly LintProblem[],
  exceptions: readonly LintException[],
): (LintProblem | LintException)[] {
  const covers = ({ rule, place }: LintException, problem: LintProblem) =>
    rule === problem.rule && (place === undefined || place === problem.place);
  return [
    ...problems.filter((problem) => !exceptions.some((exception) => covers(exception, problem))),
    ...exceptions.filter((exception) => !problems.some((problem) => covers(exception, problem))),
  ];
}
