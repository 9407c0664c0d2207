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
export type { Exchange } from './exchange.ts';
