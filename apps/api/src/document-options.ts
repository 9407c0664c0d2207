import type { DocumentOptions } from '@petstore/openapi/document/build-document';
import { deprecations, errorCatalogue, importDocumentParts } from './contexts.ts';
import { versionPrefix } from './paths.ts';
import { version } from './version.ts';

/** Base URLs of the deployments. */
export interface Deployments {
  readonly production?: string;
  readonly staging?: string;
}

/** What the OpenAPI document of this service is made from, beside its controllers. */
export async function documentOptions({ production, staging }: Deployments): Promise<DocumentOptions> {
  return {
    title: 'Petstore',
    introduction: 'Animals for adoption: list them, add one, get one.',
    version,
    license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    contact: { name: 'The Petstore maintainers' },
    servers: [
      { url: versionPrefix, description: 'This service' },
      ...(production ? [{ url: production, description: 'Production' }] : []),
      ...(staging ? [{ url: staging, description: 'Staging' }] : []),
    ],
    parts: await importDocumentParts(),
    deprecations,
    errors: errorCatalogue.all,
  };
}
