import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Linter } from 'eslint';
import { WorkspaceCopy } from '../workspace-copy.ts';

const boundary = '@nx/enforce-module-boundaries';
const dependencies = '@nx/dependency-checks';
const imports = 'no-restricted-imports';

interface Violation {
  readonly file: string;
  readonly text: string;
  readonly rule: string;
  readonly message: string;
  /** The file in which the linter reports the violation, if it is another one. */
  readonly reportedIn?: string;
}

const violations: Record<string, Violation> = {
  'a domain that imports the infrastructure': {
    file: 'libs/pets/domain/src/infrastructure-probe.ts',
    text: "import '@petstore/pets-infrastructure';",
    rule: boundary,
    message: 'Circular dependency between "pets-domain" and "pets-infrastructure"',
  },
  'a domain that imports the database': {
    file: 'libs/pets/domain/src/database-probe.ts',
    text: "import '@petstore/database';",
    rule: boundary,
    message: '"layer:domain" can only depend on libs tagged with "layer:kernel"',
  },
  'a context that imports another': {
    file: 'libs/pets/application/src/probe.ts',
    text: "import '@petstore/access-domain';",
    rule: boundary,
    message: '"context:pets" can only depend on libs tagged with "context:shared", "context:pets"',
  },
  'a client that imports a library': {
    file: 'libs/client/src/probe.ts',
    text: "import type { Int64 } from '@petstore/kernel';\nexport type Probe = Int64;",
    rule: boundary,
    message: '"layer:client" cannot depend on any libs with tags',
  },
  'a relative import of another project': {
    file: 'libs/pets/infrastructure/src/relative-probe.ts',
    text: "import '../../domain/src/index.ts';",
    rule: boundary,
    message: 'Projects cannot be imported by a relative or absolute path',
  },
  'a server without a framework that imports Nest': {
    file: 'libs/shared/edge/src/nest-probe.ts',
    text: "import '@nestjs/common';",
    rule: boundary,
    message: '"layer:edge" is not allowed to import "@nestjs/common"',
  },
  'an embedded PostgreSQL that imports TypeORM': {
    file: 'libs/shared/embedded-postgres/src/typeorm-probe.ts',
    text: "import 'typeorm';",
    rule: boundary,
    message: '"layer:embedded" is not allowed to import "typeorm"',
  },
  'an embedded PostgreSQL that imports the kernel': {
    file: 'libs/shared/embedded-postgres/src/kernel-probe.ts',
    text: "import '@petstore/kernel';",
    rule: boundary,
    message: '"layer:embedded" cannot depend on any libs with tags',
  },
  'a document that imports the database': {
    file: 'libs/shared/openapi/src/database-probe.ts',
    text: "import '@petstore/database';",
    rule: boundary,
    message: '"layer:openapi" can only depend on libs tagged with',
  },
  'a use case that imports the event log': {
    file: 'libs/pets/application/src/event-log-probe.ts',
    text: "import '@petstore/event-log/typeorm-event-log';",
    rule: boundary,
    message: '"layer:application" can only depend on libs tagged with "layer:kernel", "layer:domain"',
  },
  'a domain that imports an npm package, and a comment that turns the rules off': {
    file: 'libs/pets/domain/src/comment-probe.ts',
    text: "/* eslint-disable */\nimport 'typeorm'; // eslint-disable-line",
    rule: boundary,
    message: 'is not allowed to import "typeorm"',
  },
  'a domain that imports a module of Node': {
    file: 'libs/pets/domain/src/node-probe.ts',
    text: "import 'node:fs';",
    rule: imports,
    message: 'run without Node',
  },
  'production code that imports test code': {
    file: 'apps/api/src/test-code-probe.ts',
    text: "import '@petstore/pets-domain/testing';",
    rule: imports,
    message: 'Only tests import test code',
  },
  'process.env outside of settings.ts': {
    file: 'apps/api/src/environment-probe.ts',
    text: 'export const { env } = process;',
    rule: 'no-restricted-properties',
    message: 'Add a setting to the settings.ts',
  },
  'env of node:process outside of settings.ts': {
    file: 'apps/api/src/process-probe.ts',
    text: "export { env } from 'node:process';",
    rule: imports,
    message: 'Add a setting to the settings.ts',
  },
  'a folder of the API that imports that of another context': {
    file: 'apps/api/src/pets/folder-probe.ts',
    text: "import '../orders/orders.module.ts';",
    rule: imports,
    message: 'Contexts do not import each other',
  },
  'a folder of the API that imports another context': {
    file: 'apps/api/src/pets/context-probe.ts',
    text: "import '@petstore/store-application';",
    rule: imports,
    message: 'Contexts do not import each other',
  },
  'a controller that imports the infrastructure': {
    file: 'apps/api/src/pets/probe.controller.ts',
    text: "import '@petstore/pets-infrastructure';",
    rule: imports,
    message: 'Only the module wires the infrastructure',
  },
  'an exception of Nest in a controller': {
    file: 'apps/api/src/pets/exception-probe.ts',
    text: "import { ConflictException } from '@nestjs/common';",
    rule: imports,
    message: 'Throw a DomainError of the domain',
  },
  'console.log': {
    file: 'apps/api/src/console-probe.ts',
    text: "console.log('here');",
    rule: 'no-console',
    message: 'Unexpected console statement',
  },
  'a promise that nobody awaits': {
    file: 'libs/pets/domain/src/promise-probe.ts',
    text: 'Promise.resolve();',
    rule: '@typescript-eslint/no-floating-promises',
    message: 'Promises must be awaited',
  },
  'a test of a use case that expects nothing': {
    file: 'libs/pets/application/src/test-probe.spec.ts',
    text: "it.each([1])('archives %i', async () => {});",
    rule: 'no-restricted-syntax',
    message: 'The test has no expect',
  },
  'an expectation that nobody awaits': {
    file: 'libs/pets/domain/src/await-probe.spec.ts',
    text: "it('archives', () => {\n  expect(Promise.resolve()).resolves.toBe(1);\n});",
    rule: 'no-restricted-syntax',
    message: 'Await the expectation',
  },
  'an npm package that is not declared': {
    file: 'libs/pets/infrastructure/src/undeclared-probe.ts',
    text: "import 'pg';",
    rule: dependencies,
    message: '- pg',
    reportedIn: 'libs/pets/infrastructure/package.json',
  },
};

const unusedPackage: Violation = {
  file: 'libs/pets/application/package.json',
  text: '"pg": "8.23.1", ',
  rule: dependencies,
  message: 'The "pg" package is not used by "pets-application" project',
};

let copy: WorkspaceCopy;
let results: Map<string, Linter.LintMessage[]>;

/** Lints the violations in a copy of the workspace. */
beforeAll(() => {
  copy = new WorkspaceCopy();
  for (const { file, text } of Object.values(violations)) appendFileSync(join(copy.path, file), `${text}\n`);
  const manifest = join(copy.path, unusedPackage.file);
  const text = readFileSync(manifest, 'utf8');
  writeFileSync(manifest, text.replace('"dependencies": {', `$&${unusedPackage.text}`));
  // Stores the graph of the projects, without which the rules of Nx report nothing.
  copy.run('nx', 'show', 'projects');
  const files = Object.values({ ...violations, unusedPackage }).flatMap(({ file, reportedIn = file }) => [
    file,
    reportedIn,
  ]);
  const output = join(copy.path, 'violations.json');
  expect(() => copy.run('eslint', '--format=json', `--output-file=${output}`, ...new Set(files))).toThrow('eslint');
  const reports = JSON.parse(readFileSync(output, 'utf8')) as { filePath: string; messages: Linter.LintMessage[] }[];
  results = new Map(reports.map(({ filePath, messages }) => [relative(copy.path, filePath), messages]));
});

afterAll(() => copy.remove());

it.each(Object.entries({ ...violations, 'a dependency that is not used': unusedPackage }))(
  'the linter reports %s',
  (_, { file, rule, message, reportedIn = file }) => {
    expect(results.get(reportedIn)).toContainEqual(
      expect.objectContaining({ ruleId: rule, severity: 2, message: expect.stringContaining(message) }),
    );
  },
);
