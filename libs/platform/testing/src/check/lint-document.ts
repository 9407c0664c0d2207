import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** A violation of a linter rule. */
export interface LintProblem {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
}

/**
 * Lints an OpenAPI document with Redocly's recommended rules.
 * @param yaml text of the document
 */
export function lintDocument(yaml: string): LintProblem[] {
  const script = join(__dirname, 'lint-document.mjs');
  return JSON.parse(execFileSync(process.execPath, [script], { input: yaml, encoding: 'utf8' })) as LintProblem[];
}
