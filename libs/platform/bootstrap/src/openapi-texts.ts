import { NestFactory } from '@nestjs/core';
import { HttpAdapter } from '@petstore/http/nest/http-adapter';
import type { ApplicationOptions } from './application-options.ts';
import { nestOptions } from './create-application.ts';
import { loadDocumentOptions } from './document-options.ts';
import { RootModule } from './root.module.ts';

/** Returns the OpenAPI document of an application as JSON and as YAML. Does not listen and does not use a database. */
export async function openApiTexts(
  options: ApplicationOptions,
): Promise<{ readonly json: string; readonly yaml: string }> {
  const [{ openApiDocument }, { documentTexts }, documentOptions] = await Promise.all([
    import('@petstore/openapi/document/build-document'),
    import('@petstore/openapi/document/serialize-document'),
    loadDocumentOptions(options),
  ]);
  const app = await NestFactory.create(RootModule.of(options), new HttpAdapter(options.http), nestOptions());
  return documentTexts(await openApiDocument(app, documentOptions));
}
