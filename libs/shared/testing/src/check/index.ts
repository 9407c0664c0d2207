export { Contract } from './contract.ts';
export {
  operationsOf,
  parseDocument,
  resolveReference,
  type OpenApiDocument,
  type Operation,
  type Schema,
} from './document.ts';
export { DocumentCheck } from './document-check.ts';
export type { Exchange } from './exchange.ts';
export { expectErrorBody, expectRequestId } from './expect-error.ts';
export { unlistedHeaders } from './header-violations.ts';
