import type { DocumentTexts } from '@petstore/bootstrap';
import { versionPrefix } from './paths.ts';

/** Base URLs of the deployments, such as `https://pets.example.org/v1`. */
export interface Deployments {
  readonly production?: string;
  readonly staging?: string;
}

/** The texts of the OpenAPI document that belong to no context. */
export function documentTexts({ production, staging }: Deployments): DocumentTexts {
  return {
    title: 'Petstore',
    introduction: 'Animals for adoption: list them, add one, get one.',
    keyInstructions:
      'An operator runs `npm run -s petstore -- keys issue me`, with the `DATABASE_URL` or `DATA_DIR` of the service.',
    license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    contact: { name: 'The Petstore maintainers' },
    servers: [
      { url: versionPrefix, description: 'This service' },
      ...(production ? [{ url: production, description: 'Production' }] : []),
      ...(staging ? [{ url: staging, description: 'Staging' }] : []),
    ],
  };
}
