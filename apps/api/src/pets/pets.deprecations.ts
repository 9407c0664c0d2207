import { Deprecation } from '@petstore/http/deprecation';
import { documentationPath } from '@petstore/http/swagger-ui/setup-swagger-ui';
import { petsPath } from './pets.paths.ts';

/** Deprecation of `getPet`, which is deprecated since the first release. `sunset` is the date of its removal. */
export const getPetDeprecation = new Deprecation({
  since: new Date('2026-11-20T00:00:00Z'),
  sunset: new Date('2030-12-05T00:00:00Z'),
  successor: petsPath,
  documentation: `${documentationPath}#/pets/getPet`,
});
