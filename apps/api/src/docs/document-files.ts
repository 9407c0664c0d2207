import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { AppModule } from '../app.module.ts';
import { nestOptions } from '../app.ts';
import { readConfig } from '../config.ts';
import { HttpAdapter } from '../http/http-adapter.ts';
import { documentTexts } from './document-texts.ts';
import { openApiDocument } from './openapi-document.ts';

/** The document as it is committed, by file name: without a database, an open port or any deployment's address. */
export async function documentFiles(): Promise<Record<string, string>> {
  const unconnected = new DataSource({ type: 'postgres' });
  const options = nestOptions(pino({ level: 'silent' }));
  const app = await NestFactory.create(AppModule.on(unconnected), new HttpAdapter(readConfig({})), options);
  const { json, yaml } = documentTexts(await openApiDocument(app, {}));
  return { 'openapi.json': json, 'openapi.yaml': yaml };
}
