import type { RequestState } from '@petstore/edge/request-state';
import { entityTag } from '@petstore/http/headers/if-match';
import type { Pet } from '@petstore/pets-domain';

/** Sends the header `ETag`: the version of an animal, for If-Match. */
export class EntityTags {
  setFor({ version }: Pet, { headers }: RequestState): void {
    headers['ETag'] = entityTag(version);
  }
}
