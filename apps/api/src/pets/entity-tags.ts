import { entityTag } from '@petstore/http/headers/if-match';
import type { Pet } from '@petstore/pets-domain';
import type { Response } from 'express';

/** Sends the header `ETag`: the version of an animal, for If-Match. */
export class EntityTags {
  setFor({ version }: Pet, response: Response): void {
    response.setHeader('ETag', entityTag(version));
  }
}
