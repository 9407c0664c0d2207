export { DocumentCheck } from './document-check.ts';
export { expectErrorBody, expectRequestId } from './expect-error.ts';
export { lintDocument, type LintProblem } from './lint-document.ts';
