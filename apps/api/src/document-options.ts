import type { DocumentOptions } from '@petstore/openapi/document/build-document';
import { authDocumentPart } from './auth/auth.document-part.ts';
import { deprecations, errorCatalogue } from './contexts.ts';
import { versionPrefix } from './paths.ts';
import { petsDocumentPart } from './pets/pets.document-part.ts';
import { version } from './version.ts';

/** Base URLs of the deployments. */
export interface Deployments {
  readonly production?: string;
  readonly staging?: string;
}

/** What the OpenAPI document of this service is made from, beside its controllers. */
export function documentOptions({ production, staging }: Deployments): DocumentOptions {
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
    parts: [authDocumentPart, petsDocumentPart],
    deprecations,
    errors: errorCatalogue.all,
  };
}
