export { DocumentCheck } from './document-check.ts';
export { expectErrorBody, expectRequestId } from './expect-error.ts';
export { lintDocument, unexpectedProblems, type Linter, type LintException } from './lint-document.ts';
