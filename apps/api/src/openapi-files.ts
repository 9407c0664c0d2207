import { openApiTexts } from '@petstore/bootstrap';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module.ts';
import { applicationOptions } from './application-options.ts';
import { readConfig } from './config.ts';

/** Returns the committed OpenAPI document by file name. It has no servers of deployments. */
export async function openApiFiles(): Promise<Record<string, string>> {
  const module = AppModule.on(new DataSource({ type: 'postgres' }));
  const { json, yaml } = await openApiTexts(module, applicationOptions(readConfig({})));
  return { 'openapi.json': json, 'openapi.yaml': yaml };
}
