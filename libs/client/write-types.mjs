// Writes the types of the OpenAPI document with the beta operations, which contains the contract too. The argument is the file,
// src/openapi.ts by default. A test fails if they are out of date.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

const int64 = ts.factory.createTypeReferenceNode('Int64');
const head = '// Generated from apps/api/openapi.beta.yaml by `npm run generate`: not to be changed by hand.\n';

const types = await openapiTS(new URL('../../apps/api/openapi.beta.yaml', import.meta.url), {
  // A number is exact only up to 2^53 - 1.
  transform: ({ format }) => (format === 'int64' ? int64 : undefined),
  inject: "import type { Int64 } from './exact-json.ts';",
  // A member with a default stays optional in requests.
  defaultNonNullable: false,
});

const file = fileURLToPath(new URL('src/openapi.ts', import.meta.url));
const style = { ...(await resolveConfig(file)), filepath: file };
writeFileSync(process.argv[2] ?? file, await format(head + astToString(types), style));
