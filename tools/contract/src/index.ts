// Checks responses against the OpenAPI document. Does not depend on the service. For tests only.
export { Contract } from './contract.ts';
export {
  operationsOf,
  parseDocument,
  resolveReference,
  type Operation,
  type OpenApiDocument,
  type Schema,
} from './document.ts';
export { examplesOf, exampleViolations } from './document-examples.ts';
export { imprecisionsOf, type UnboundedString } from './document-precision.ts';
export type { Exchange } from './exchange.ts';
export { unlistedHeaders } from './header-violations.ts';
