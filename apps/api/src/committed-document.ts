import { openApiTexts } from '@petstore/bootstrap';
import { DataSource } from 'typeorm';
import { applicationOptions } from './application-options.ts';
import { readConfig } from './config.ts';

/** The committed OpenAPI documents, by file name in apps/api: the setting BETA with which each is served. */
export const committedDocuments = { 'openapi.yaml': 'off', 'openapi.beta.yaml': 'on' } as const;

/** Returns the OpenAPI document with the default settings, so without deployments, as YAML. */
export async function committedDocument(beta: 'on' | 'off'): Promise<string> {
  const config = readConfig({ BETA: beta });
  return (await openApiTexts(applicationOptions(config, new DataSource({ type: 'postgres' })))).yaml;
}
