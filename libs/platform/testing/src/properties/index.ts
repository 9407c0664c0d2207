export { describeDocumentProperties } from './describe-document-properties.ts';
export type { RunningApplication } from './property-client.ts';
export type { DocumentPropertiesOptions } from './property-run.ts';
