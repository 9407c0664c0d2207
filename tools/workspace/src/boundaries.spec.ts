import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { contexts, root } from './workspace.ts';

// The ESLint rules that enforce the boundaries.
const projectBoundaries = '@nx/enforce-module-boundaries';
const nodeModules = 'no-restricted-imports';
const processEnvironment = 'no-restricted-properties';
const declaredDependencies = '@nx/dependency-checks';

/** A folder or the path of a `package.json`, the text of a file there, and the rule that must report the text. */
type Violation = readonly [path: string, text: string, rule: string];
/** A folder, and the text of a file there that no rule may report. */
type Allowed = readonly [path: string, text: string];

/** One violation of each rule that concerns the context. @param other name of another context */
function violationsIn(context: string, other: string): Violation[] {
  const [domain, application, infrastructure] = ['domain', 'application', 'infrastructure'].map(
    (layer) => `libs/${context}/${layer}/src`,
  ) as [string, string, string];
  const withoutDependencies = { name: `@petstore/${context}-application`, version: '1.0.0', dependencies: {} };
  return [
    [`libs/${context}/application/package.json`, JSON.stringify(withoutDependencies), declaredDependencies],
    [domain, "import 'typeorm';", projectBoundaries],
    [domain, "import '@nestjs/common';", projectBoundaries],
    [domain, "import 'node:fs';", nodeModules],
    [domain, "import 'fs';", nodeModules],
    [domain, "import 'node:fs/promises';", nodeModules],
    [domain, `import '@petstore/${context}-application';`, projectBoundaries],
    [domain, `import '@petstore/${context}-infrastructure';`, projectBoundaries],
    [domain, "import type { Database } from '@petstore/database';\nexport type D = Database;", projectBoundaries],
    [domain, "export const later = import('@petstore/database');", projectBoundaries],
    [domain, "import '../../application/src/index.ts';", projectBoundaries],
    [domain, "import '@petstore/client';", projectBoundaries],
    [domain, `import '@petstore/${other}-domain';`, projectBoundaries],
    [domain, "import '@petstore/settings';", projectBoundaries],
    [domain, 'export const key = process.env;', processEnvironment],
    [application, "import 'typeorm';", projectBoundaries],
    [application, "import 'node:crypto';", nodeModules],
    [application, `import '@petstore/${context}-infrastructure';`, projectBoundaries],
    [application, "import '@petstore/database';", projectBoundaries],
    [application, "import '@petstore/settings';", projectBoundaries],
    [application, `import '@petstore/${other}-domain';`, projectBoundaries],
    [application, `import '@petstore/${other}-application';`, projectBoundaries],
    [infrastructure, `import '@petstore/${context}-application';`, projectBoundaries],
    [infrastructure, `import '@petstore/${other}-infrastructure';`, projectBoundaries],
    [infrastructure, "import '@nestjs/common';", projectBoundaries],
    [infrastructure, "import 'express';", projectBoundaries],
    [infrastructure, "import '@petstore/client';", projectBoundaries],
    [infrastructure, 'export const key = process.env;', processEnvironment],
    [infrastructure, "import { env } from 'node:process';\nenv;", nodeModules],
    ['libs/shared/kernel/src', `import '@petstore/${context}-domain';`, projectBoundaries],
    ['libs/shared/settings/src', `import '@petstore/${context}-domain';`, projectBoundaries],
    ['libs/shared/database/src', `import '@petstore/${context}-domain';`, projectBoundaries],
    ['libs/shared/database/src', `import '@petstore/${context}-infrastructure';`, projectBoundaries],
    ['libs/platform/http/src', `import '@petstore/${context}-domain';`, projectBoundaries],
    ['libs/platform/http/src', `import '@petstore/${context}-infrastructure';`, projectBoundaries],
    [infrastructure, "import '@petstore/contexts';", projectBoundaries],
    ['libs/contexts/src', `import '@petstore/${context}-domain';`, projectBoundaries],
    ['libs/contexts/src', `import '@petstore/${context}-application';`, projectBoundaries],
    [domain, "import '@petstore/testing/raw';", projectBoundaries],
    ['libs/platform/testing/src', `import '@petstore/${context}-domain';`, projectBoundaries],
    ['libs/client/src', `import '@petstore/${context}-domain';`, projectBoundaries],
    [
      'libs/client/src',
      `import type * as domain from '../../${context}/domain/src/index.ts';\nexport type D = typeof domain;`,
      projectBoundaries,
    ],
    ['tools/workspace/src', `import '@petstore/${context}-domain';`, projectBoundaries],
    ['tools/faults/src', `import '@petstore/${context}-application';`, projectBoundaries],
  ];
}

const violations: Violation[] = [
  ...contexts().flatMap((context, index, all) => violationsIn(context, all[(index + 1) % all.length]!)),
  ['libs/shared/kernel/src', "import 'node:crypto';", nodeModules],
  ['libs/shared/kernel/src', "import '@petstore/database';", projectBoundaries],
  ['libs/shared/kernel/src', "import '@petstore/settings';", projectBoundaries],
  ['libs/shared/settings/src', "import '@petstore/database';", projectBoundaries],
  ['libs/shared/settings/src', "import '@petstore/cli';", projectBoundaries],
  ['libs/shared/settings/src', "import 'express';", projectBoundaries],
  ['libs/shared/settings/src', "import 'node:fs';", nodeModules],
  ['libs/shared/settings/src', 'export const key = process.env;', processEnvironment],
  ['libs/shared/database/src', "import '@petstore/api';", projectBoundaries],
  ['libs/shared/settings/src', "import '@petstore/http/server/listen';", projectBoundaries],
  ['libs/shared/database/src', "import '@petstore/http/server/listen';", projectBoundaries],
  ['libs/platform/http/src', "import '@petstore/database';", projectBoundaries],
  ['libs/platform/http/src', "import '@petstore/contract';", projectBoundaries],
  ['libs/platform/http/src', "import '@petstore/contexts';", projectBoundaries],
  ['libs/shared/database/src', "import '@petstore/contexts';", projectBoundaries],
  ['libs/contexts/src', "import 'typeorm';", projectBoundaries],
  ['libs/contexts/src', "import 'node:fs';", nodeModules],
  ['libs/contexts/src', "import '@petstore/http/server/listen';", projectBoundaries],
  ['libs/platform/http/src', "import '@petstore/api';", projectBoundaries],
  ['libs/platform/http/src', "import '@nestjs/swagger';", projectBoundaries],
  ['libs/platform/http/src', "import 'pino';", projectBoundaries],
  ['libs/platform/http/src', "import 'typeorm';", projectBoundaries],
  ['libs/platform/http/src', 'export const key = process.env;', processEnvironment],
  ['libs/platform/http/src', "import '@petstore/openapi/ui/paths';", projectBoundaries],
  ['libs/platform/openapi/src', "import '@petstore/settings';", projectBoundaries],
  ['libs/platform/openapi/src', "import 'prom-client';", projectBoundaries],
  ['libs/platform/openapi/src', "import '@petstore/telemetry/log/log';", projectBoundaries],
  ['libs/platform/http/src', "import '@petstore/telemetry/log/log';", projectBoundaries],
  ['libs/platform/telemetry/src', "import '@petstore/openapi/ui/paths';", projectBoundaries],
  ['libs/platform/telemetry/src', "import '@petstore/database';", projectBoundaries],
  ['libs/platform/telemetry/src', "import 'express';", projectBoundaries],
  ['libs/platform/http/src', "import '@petstore/bootstrap';", projectBoundaries],
  ['libs/platform/openapi/src', "import '@petstore/bootstrap';", projectBoundaries],
  ['libs/platform/telemetry/src', "import '@petstore/bootstrap';", projectBoundaries],
  ['libs/platform/bootstrap/src', "import '@petstore/database';", projectBoundaries],
  ['libs/platform/bootstrap/src', "import 'prom-client';", projectBoundaries],
  ['libs/platform/bootstrap/src', 'export const key = process.env;', processEnvironment],
  ['libs/platform/bootstrap/src', "import '@petstore/testing/raw';", projectBoundaries],
  ['libs/platform/http/src', "import '@petstore/testing/raw';", projectBoundaries],
  ['libs/platform/openapi/src', "import '@petstore/testing/raw';", projectBoundaries],
  ['libs/shared/database/src', "import '@petstore/testing/raw';", projectBoundaries],
  ['libs/platform/testing/src', "import '@petstore/database';", projectBoundaries],
  ['libs/platform/testing/src', "import '@petstore/processes';", projectBoundaries],
  ['libs/platform/testing/src', "import '@petstore/api';", projectBoundaries],
  ['libs/platform/testing/src', "import 'typeorm';", projectBoundaries],
  ['libs/platform/testing/src', 'export const key = process.env;', processEnvironment],
  ['libs/platform/testing/src', "import { env } from 'node:process';\nenv;", nodeModules],
  ['libs/client/src', "import '@petstore/kernel';", projectBoundaries],
  ['libs/client/src', "import '../../../tools/workspace/src/workspace.ts';", projectBoundaries],
  ['libs/client/src', "import 'express';", projectBoundaries],
  ['libs/client/src', "import 'lossless-json';", projectBoundaries],
  ['libs/client/src', "import 'node:crypto';", nodeModules],
  ['libs/client/src', 'export const key = process.env;', processEnvironment],
  ['apps/api/src', "import 'pg';", projectBoundaries],
  ['apps/api/src', "import { env } from 'node:process';\nenv;", nodeModules],
  ['apps/api/src', "import '@petstore/cli';", projectBoundaries],
  ['apps/api/src', "import '@petstore/client';", projectBoundaries],
  ['apps/api/src', "import '@petstore/contract';", projectBoundaries],
  ['apps/api/src', "import '@petstore/testing/raw';", projectBoundaries],
  ['apps/api/src', "export const later = import('@petstore/testing/raw');", projectBoundaries],
  ['apps/cli/src', "import '@petstore/testing/raw';", projectBoundaries],
  ['apps/api/src', "import '@petstore/processes';", projectBoundaries],
  ['apps/api/src/testing', "import '../../../../tools/workspace/src/workspace.ts';", projectBoundaries],
  ['apps/cli/src', "import '@petstore/api';", projectBoundaries],
  ['apps/cli/src', 'export const key = process.env;', processEnvironment],
];

/** Imports that the rules must allow. They show that a rule does not reject every import. */
function allowedIn(context: string): Allowed[] {
  return [
    [`libs/${context}/domain/src`, "import '@petstore/kernel';"],
    [`libs/${context}/application/src`, `import '@petstore/${context}-domain';`],
    [
      `libs/${context}/infrastructure/src`,
      `import 'typeorm';\nimport 'node:crypto';\nimport '@petstore/database';\nimport '@petstore/${context}-domain';`,
    ],
    ['apps/api/src', `import '@petstore/${context}-application';`],
    ['libs/contexts/src', `import '@petstore/${context}-infrastructure';`],
    ['apps/cli/src', `import '@petstore/${context}-infrastructure';`],
  ];
}

const allowed: Allowed[] = [
  ...contexts().flatMap(allowedIn),
  ['libs/shared/settings/src', "import '@petstore/kernel';"],
  ['libs/shared/database/src', "import '@petstore/settings';"],
  [
    'libs/platform/http/src',
    "import 'express';\nimport 'node:http';\nimport '@petstore/kernel';\nimport '@petstore/settings';",
  ],
  ['apps/api/src', "import '@petstore/http/server/listen';"],
  ['apps/cli/src', "import '@petstore/settings';"],
  ['apps/cli/src', "import '@petstore/contexts';"],
  ['apps/api/src', "import '@petstore/contexts';"],
  ['apps/api-e2e/src', "import '@petstore/database';"],
  ['apps/api-e2e/src', "import '@petstore/client';"],
  ['tools/faults/src', "import 'pg';\nimport '@petstore/processes';\nimport '@petstore/database';"],
  ['libs/client/src', "import './petstore-error.ts';"],
  ['apps/api/src/testing', "import '@petstore/contract';\nimport '@petstore/testing/raw';"],
  [
    'libs/platform/testing/src',
    "import '@petstore/http/server/listen';\nimport '@petstore/contract';\nimport 'fast-check';",
  ],
  ['apps/api/src', "import '@nestjs/common';"],
];

/** Returns the rules that ESLint reports for each text. */
function lint(probes: readonly (Violation | Allowed)[]): string[][] {
  const input = JSON.stringify(probes.map(([path, text]) => ({ path: join(root, fileAt(path)), text: `${text}\n` })));
  const script = join(__dirname, 'lint-texts.mjs');
  return JSON.parse(execFileSync(process.execPath, [script], { cwd: root, input, encoding: 'utf8' })) as string[][];
}

/** Path of the file to lint: the `package.json`, or a file in the folder. */
function fileAt(path: string): string {
  return path.endsWith('.json') ? path : `${path}/probe.ts`;
}

it('reports no allowed import', () => {
  const rules = [projectBoundaries, nodeModules, processEnvironment];
  const found = lint(allowed).map((reported) => reported.filter((rule) => rules.includes(rule)));
  expect(allowed.filter((_, index) => found[index]?.length !== 0)).toEqual([]);
});

it('reports each violation', () => {
  const found = lint(violations);
  expect(violations.filter(([, , rule], index) => !found[index]?.includes(rule))).toEqual([]);
});
