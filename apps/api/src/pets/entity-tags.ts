import { entityTag } from '@petstore/http/if-match';
import type { Pet } from '@petstore/pets-domain';
import type { Response } from 'express';

/** Sends the version of an animal, for If-Match. It is a beta feature, and the stable operations have it only with the others. */
export class EntityTags {
  constructor(private readonly isEnabled: boolean) {}

  setFor({ version }: Pet, response: Response): void {
    if (this.isEnabled) response.setHeader('ETag', entityTag(version));
  }
}
