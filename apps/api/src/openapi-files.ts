import { NestFactory } from '@nestjs/core';
import { openApiDocument } from '@petstore/openapi/document/build-document';
import { documentTexts } from '@petstore/openapi/document/serialize-document';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module.ts';
import { createHttpAdapter, nestOptions } from './app.ts';
import { readConfig } from './config.ts';
import { documentOptions } from './document-options.ts';

/** The committed OpenAPI document, by file name. It needs no database and no open port, and names no deployment. */
export async function openApiFiles(): Promise<Record<string, string>> {
  const unconnected = new DataSource({ type: 'postgres' });
  const app = await NestFactory.create(AppModule.on(unconnected), createHttpAdapter(readConfig({})), nestOptions());
  const { json, yaml } = documentTexts(await openApiDocument(app, documentOptions({})));
  return { 'openapi.json': json, 'openapi.yaml': yaml };
}
