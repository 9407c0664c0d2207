import type { DeprecationHeaders } from '@petstore/http/headers/deprecation';
import { documentationPath } from '@petstore/openapi/swagger-ui/setup-swagger-ui';
import { petsPath } from './dto/list-pets.query.ts';

/** Date on which a release is to remove `getPet`. It works until then. */
export const getPetSunset = '2030-12-05';

/** `getPet` is deprecated since the first release, on 2026-11-20. */
export const getPetDeprecation: DeprecationHeaders = {
  Deprecation: '@1795132800',
  Sunset: new Date(getPetSunset).toUTCString(),
  Link: `<${petsPath}>; rel="successor-version", <${documentationPath}#/pets/getPet>; rel="deprecation"; type="text/html"`,
};
