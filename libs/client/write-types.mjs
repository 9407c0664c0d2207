// Writes the types of the OpenAPI document (../../apps/api/openapi.yaml) to standard output, as they stand in
// src/openapi.ts. `npm run client:types` keeps them there; a test fails when they are stale.
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

const int64 = ts.factory.createTypeReferenceNode('Int64');
const head = '// Generated from apps/api/openapi.yaml by `npm run client:types`: not to be changed by hand.\n';

const types = await openapiTS(new URL('../../apps/api/openapi.yaml', import.meta.url), {
  // JavaScript's numbers end at 2^53 - 1; what the client hands out does not.
  transform: ({ format }) => (format === 'int64' ? int64 : undefined),
  inject: "import type { Int64 } from './int64.ts';",
  // A default is what the service fills in: it makes nothing required of a request.
  defaultNonNullable: false,
});

const file = fileURLToPath(new URL('src/openapi.ts', import.meta.url));
const style = { ...(await resolveConfig(file)), filepath: file };
process.stdout.write(await format(head + astToString(types), style));
