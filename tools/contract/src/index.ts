// Holds answers to the OpenAPI document: one place for every test that gets an answer, whatever way it asked.
// Knows the document alone, and nothing of the service; for tests only.
export { Contract, type Exchange } from './contract.ts';
export { operationsOf, pointedAt, type Operation, type OpenApiDocument, type Schema } from './document.ts';
