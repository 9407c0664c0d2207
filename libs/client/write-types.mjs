// Writes the types of the OpenAPI document to standard output: of the one with the beta operations, which contains the contract
// too. `npm run client:types` saves them as src/openapi.ts. A test fails if they are out of date.
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

const int64 = ts.factory.createTypeReferenceNode('Int64');
const head = '// Generated from apps/api/openapi.beta.yaml by `npm run client:types`: not to be changed by hand.\n';

const types = await openapiTS(new URL('../../apps/api/openapi.beta.yaml', import.meta.url), {
  // A number is exact only up to 2^53 - 1.
  transform: ({ format }) => (format === 'int64' ? int64 : undefined),
  inject: "import type { Int64 } from './int64.ts';",
  // A member with a default stays optional in requests.
  defaultNonNullable: false,
});

const file = fileURLToPath(new URL('src/openapi.ts', import.meta.url));
const style = { ...(await resolveConfig(file)), filepath: file };
process.stdout.write(await format(head + astToString(types), style));
