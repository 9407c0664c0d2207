import { openApiTexts } from '@petstore/bootstrap';
import { DataSource } from 'typeorm';
import { applicationOptions } from './application-options.ts';
import { readConfig } from './config.ts';

/** Returns the text for `apps/api/openapi.yaml`: the OpenAPI document with the default settings, so without deployments. */
export async function committedDocument(): Promise<string> {
  return (await openApiTexts(applicationOptions(readConfig({}), new DataSource({ type: 'postgres' })))).yaml;
}
