import { openApiTexts } from '@petstore/bootstrap';
import { DataSource } from 'typeorm';
import { applicationOptions } from './application-options.ts';
import { readConfig } from './config.ts';

/** Returns the text of `apps/api/openapi.yaml`: the document without the servers of deployments. */
export async function committedDocument(): Promise<string> {
  return (await openApiTexts(applicationOptions(readConfig({}), new DataSource({ type: 'postgres' })))).yaml;
}
