import { openApiTexts } from '@petstore/bootstrap';
import { DataSource } from 'typeorm';
import { applicationOptions } from './application-options.ts';
import { readConfig } from './config.ts';

/** Returns the committed OpenAPI document by file name. It has no servers of deployments. */
export async function openApiFiles(): Promise<Record<string, string>> {
  const { json, yaml } = await openApiTexts(applicationOptions(readConfig({}), new DataSource({ type: 'postgres' })));
  return { 'openapi.json': json, 'openapi.yaml': yaml };
}
