export { Contract, unlistedHeaders } from './contract.ts';
export { operationsOf, parseDocument, resolveReference } from './document.ts';
export { DocumentCheck } from './document-check.ts';
export { expectErrorBody, expectRequestId } from './expect-error.ts';
