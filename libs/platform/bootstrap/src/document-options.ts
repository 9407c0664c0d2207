import { deprecationsOf } from '@petstore/http/nest/deprecation.guard';
import type { DocumentOptions } from '@petstore/openapi/document/document-options';
import type { ApplicationOptions } from './application-options.ts';

/** Imports the contexts' parts of the OpenAPI document and returns the document's options. */
export async function loadDocumentOptions({
  document,
  version,
  contexts,
  errors,
}: ApplicationOptions): Promise<DocumentOptions> {
  const parts = await Promise.all(contexts.flatMap((context) => (context.document ? [context.document()] : [])));
  const deprecations = contexts.flatMap(({ module }) => deprecationsOf(module));
  return { ...document, version, parts, deprecations, errors: errors.all };
}
