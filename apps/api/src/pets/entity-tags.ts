import { entityTag } from '@petstore/http/if-match';
import type { Pet } from '@petstore/pets-domain';
import type { Response } from 'express';

/** Sends the header `ETag`: the version of an animal, for If-Match. It is a beta feature, so without beta operations no response has it. */
export class EntityTags {
  constructor(private readonly isEnabled: boolean) {}

  setFor({ version }: Pet, response: Response): void {
    if (this.isEnabled) response.setHeader('ETag', entityTag(version));
  }
}
