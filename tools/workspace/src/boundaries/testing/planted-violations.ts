import type { Probe } from './lint.ts';

/** A reference that a boundary forbids. */
export interface ForbiddenReference {
  /** File with the reference, relative to the workspace. It need not exist. */
  readonly path: string;
  readonly specifier: string;
  /** A part of the message that says what to do instead. */
  readonly instead: string;
}

/** A text with a violation. */
export interface PlantedText extends Probe {
  readonly name: string;
  readonly rule: string;
  readonly instead: string;
}

type Row = readonly [path: string, specifier: string, instead: string];

const toInfrastructure = 'declare a method in a repository interface';
const toPort = 'Declare an abstract class in';
const otherContext = 'Contexts do not import each other.';
const toApp = 'belongs in libs/platform or in an app';
const parameters = 'Pass the value as a parameter.';
const isTestCode = 'or move this code into a spec or a folder src/testing';
const wire = 'Inject a use case';

/**
 * Forbidden references of the three layers and of the API folder of one context.
 * @param other name of another context
 */
export function violationsOfContext(context: string, other: string): ForbiddenReference[] {
  const [domain, application, infrastructure] = ['domain', 'application', 'infrastructure'].map(
    (layer) => `libs/${context}/${layer}/src/probe.ts`,
  ) as [string, string, string];
  return rows([
    [domain, 'typeorm', `libs/${context}/infrastructure and ${toInfrastructure}`],
    [domain, '@nestjs/common', toInfrastructure],
    [domain, 'express', toInfrastructure],
    [domain, 'node:fs', toInfrastructure],
    [domain, 'fs', toInfrastructure],
    [domain, `@petstore/${context}-application`, 'Only apps call use cases.'],
    [domain, `@petstore/${context}-infrastructure`, toInfrastructure],
    [domain, '@petstore/database', toInfrastructure],
    [domain, '@petstore/settings', parameters],
    [domain, '@petstore/http/server/listen', toApp],
    [domain, '@petstore/client', 'The client is for users of the API.'],
    [domain, '@petstore/contexts', 'Only apps import the list of contexts.'],
    [domain, '@petstore/processes', 'Only tools import tools.'],
    [domain, '@petstore/testing/raw', 'Move the test to a spec of an app'],
    [domain, '@petstore/api', 'Move the code that both need to a library.'],
    [domain, `@petstore/${other}-domain`, otherContext],
    [domain, `../../../${other}/domain/src/index.ts`, otherContext],
    [domain, '../../application/src/index.ts', 'Only apps call use cases.'],
    [domain, '../../../shared/kernel/src/index.ts', 'Import @petstore/kernel'],
    [domain, './testing/index.ts', isTestCode],
    [domain, 'supertest', 'Move this code into a spec'],
    [`libs/${context}/domain/src/probe.spec.ts`, `@petstore/${other}-domain`, otherContext],
    [`libs/${context}/domain/src/testing/probe.ts`, '@petstore/database', toInfrastructure],
    [application, 'typeorm', toPort],
    [application, 'node:crypto', toPort],
    [application, `@petstore/${context}-infrastructure`, toPort],
    [application, '@petstore/database', toPort],
    [application, '@petstore/settings', parameters],
    [application, `@petstore/${other}-domain`, otherContext],
    [application, `@petstore/${other}-application`, otherContext],
    [application, `@petstore/${context}-domain/testing`, isTestCode],
    [infrastructure, `@petstore/${context}-application`, 'Only apps call use cases.'],
    [infrastructure, `@petstore/${other}-infrastructure`, otherContext],
    [infrastructure, '@nestjs/common', 'Move other code to the app that needs it.'],
    [infrastructure, 'pg', 'Move other code to the app that needs it.'],
    [infrastructure, '@petstore/contexts', 'Only apps import the list of contexts.'],
    [infrastructure, '@petstore/database/testing', isTestCode],
    [infrastructure, '@petstore/database/data-source', 'add it to "exports" in libs/shared/database/package.json'],
    ['libs/shared/kernel/src/probe.ts', `@petstore/${context}-domain`, 'Every context depends on the kernel.'],
    ['libs/shared/settings/src/probe.ts', `@petstore/${context}-domain`, 'Move the code to the library or the app'],
    ['libs/shared/database/src/probe.ts', `@petstore/${context}-infrastructure`, 'It knows PostgreSQL only.'],
    ['libs/platform/http/src/probe.ts', `@petstore/${context}-domain`, 'Let the app pass the value or a function'],
    ['libs/platform/testing/src/probe.ts', `@petstore/${context}-domain`, 'It serves the tests of every app.'],
    ['libs/contexts/src/probe.ts', `@petstore/${context}-domain`, 'It lists the tables and migrations'],
    ['libs/client/src/probe.ts', `@petstore/${context}-domain`, 'It is published without dependencies'],
    ['libs/client/src/probe.ts', `../../${context}/domain/src/index.ts`, 'It is published without dependencies'],
    ['tools/faults/src/probe.ts', `@petstore/${context}-infrastructure`, 'Call the API or the command line instead.'],
    ['apps/api-e2e/src/probe.ts', `@petstore/${context}-domain`, 'Call the API or the command line instead.'],
  ]);
}

/**
 * Forbidden references of a folder of the API.
 * @param folder name of the folder
 * @param context its context
 * @param other name of another context
 * @param otherFolder name of the folder of the other context
 */
export function violationsOfApiFolder(
  folder: string,
  context: string,
  other: string,
  otherFolder: string,
): ForbiddenReference[] {
  const controller = `apps/api/src/${folder}/probe.controller.ts`;
  return rows([
    [controller, `@petstore/${context}-infrastructure`, wire],
    [controller, '@petstore/database', wire],
    [controller, '@petstore/contexts', wire],
    [controller, 'typeorm', wire],
    [controller, `@petstore/${other}-domain`, otherContext],
    [controller, `@petstore/${other}-application`, otherContext],
    [controller, `../${otherFolder}/probe.ts`, 'Move what both folders need to a file of apps/api/src'],
    [`apps/api/src/${folder}/probe.module.ts`, `@petstore/${other}-infrastructure`, otherContext],
    [`apps/api/src/${folder}/probe.module.ts`, `../${otherFolder}/probe.ts`, 'Move what both folders need'],
  ]);
}

export const violationsOfOthers: readonly ForbiddenReference[] = rows([
  ['libs/shared/kernel/src/probe.ts', 'node:crypto', 'Every context depends on the kernel.'],
  ['libs/shared/kernel/src/probe.ts', 'lossless-json', 'Every context depends on the kernel.'],
  ['libs/shared/kernel/src/probe.ts', '@petstore/settings', parameters],
  ['libs/shared/settings/src/probe.ts', '@petstore/database', 'Move the code to the library or the app'],
  ['libs/shared/settings/src/probe.ts', 'express', 'Move the code to the library or the app'],
  ['libs/shared/database/src/probe.ts', '@petstore/http/server/listen', toApp],
  ['libs/shared/database/src/probe.ts', '@petstore/contexts', 'Only apps import the list of contexts.'],
  ['libs/shared/database/src/probe.ts', './testing/index.ts', isTestCode],
  ['libs/shared/database/src/probe.ts', 'express', 'It knows PostgreSQL only.'],
  ['libs/platform/http/src/probe.ts', '@petstore/database', 'Let the app pass the value or a function'],
  ['libs/platform/http/src/probe.ts', '@petstore/openapi/ui/paths', toApp],
  ['libs/platform/http/src/probe.ts', '@petstore/telemetry/log/log', toApp],
  ['libs/platform/http/src/probe.ts', '@petstore/bootstrap', toApp],
  ['libs/platform/http/src/probe.ts', '@petstore/api', 'Move the code that both need to a library.'],
  ['libs/platform/http/src/probe.ts', '@petstore/http/server/listen', 'Import the file by its relative path.'],
  ['libs/platform/http/src/probe.ts', '@nestjs/swagger', 'Let the app pass the value or a function'],
  ['libs/platform/http/src/probe.ts', 'prom-client', 'Let the app pass the value or a function'],
  ['libs/platform/http/src/probe.ts', './server/listen.spec.ts', isTestCode],
  ['libs/platform/http/src/probe.spec.ts', '@petstore/testing/raw', 'Move the test to a spec of an app'],
  ['libs/platform/openapi/src/probe.ts', 'prom-client', 'Let the app pass the value or a function'],
  ['libs/platform/openapi/src/probe.ts', '@petstore/settings', parameters],
  ['libs/platform/openapi/src/probe.ts', '@petstore/telemetry/log/log', toApp],
  ['libs/platform/openapi/src/probe.ts', '@petstore/http/server/node-internals', 'Import one of its exports.'],
  ['libs/platform/openapi/src/probe.ts', '@petstore/http/server/listen.spec', 'Import one of its exports.'],
  ['libs/platform/telemetry/src/probe.ts', '@petstore/openapi/ui/paths', toApp],
  ['libs/platform/telemetry/src/probe.ts', 'express', 'Let the app pass the value or a function'],
  ['libs/platform/bootstrap/src/probe.ts', '@petstore/database', 'Let the app pass the value or a function'],
  ['libs/platform/bootstrap/src/probe.ts', 'prom-client', 'Let the app pass the value or a function'],
  ['libs/platform/testing/src/probe.ts', '@petstore/database', 'It serves the tests of every app.'],
  ['libs/platform/testing/src/probe.ts', '@petstore/processes', 'Only tools import tools.'],
  ['libs/platform/testing/src/probe.ts', 'typeorm', 'It serves the tests of every app.'],
  ['libs/contexts/src/probe.ts', 'typeorm', 'It lists the tables and migrations'],
  ['libs/contexts/src/probe.ts', 'node:fs', 'It lists the tables and migrations'],
  ['libs/contexts/src/probe.ts', '@petstore/http/server/listen', toApp],
  ['libs/client/src/probe.ts', '@petstore/kernel', 'It is published without dependencies'],
  ['libs/client/src/probe.ts', 'lossless-json', 'It is published without dependencies'],
  ['libs/client/src/probe.ts', 'node:crypto', 'It is published without dependencies'],
  ['libs/client/src/probe.ts', '../../../tools/workspace/src/workspace.ts', 'Only tools import tools.'],
  ['libs/client/src/probe.ts', './testing/fake-server.ts', isTestCode],
  ['apps/api/src/probe.ts', 'pg', 'Use @petstore/database'],
  ['apps/api/src/probe.ts', '@petstore/cli', 'Move the code that both need to a library.'],
  ['apps/api/src/probe.ts', '@petstore/client', 'The client is for users of the API.'],
  ['apps/api/src/probe.ts', '@petstore/contract', isTestCode],
  ['apps/api/src/probe.ts', '@petstore/processes', 'Only tools import tools.'],
  ['apps/api/src/probe.ts', '@petstore/testing/raw', isTestCode],
  ['apps/api/src/probe.ts', '@petstore/pets-domain/testing', isTestCode],
  ['apps/api/src/probe.ts', './testing/test-app.ts', isTestCode],
  ['apps/api/src/pets/probe.ts', '../testing/test-app.ts', isTestCode],
  ['apps/api/src/probe.ts', 'supertest', 'Move this code into a spec'],
  ['apps/api/src/probe.ts', 'fast-check', 'Move this code into a spec'],
  ['apps/api/src/probe.ts', 'jest', 'Move this code into a spec'],
  ['apps/api/src/probe.ts', '@jest/globals', 'Move this code into a spec'],
  ['apps/api/src/probe.ts', '@nestjs/testing', 'Move this code into a spec'],
  ['apps/api/src/probe.ts', '@petstore/http/nest/unmatched-routes', 'Import one of its exports.'],
  ['apps/api/src/probe.ts', '@petstore/telemetry/metrics/request-metrics', 'Import one of its exports.'],
  ['apps/api/src/probe.ts', '@petstore/openapi/ui/static-content', 'Import one of its exports.'],
  ['apps/api/src/probe.ts', '@petstore/pets-domain/src/pet', 'Import one of its exports.'],
  ['apps/api/src/probe.ts', '@petstore/missing', 'Correct the name.'],
  ['apps/api/src/idempotency/probe.ts', '@petstore/pets-domain', otherContext],
  ['apps/api/src/testing/probe.ts', '../../../../tools/workspace/src/workspace.ts', 'Only tools import tools.'],
  ['apps/cli/src/probe.ts', '@petstore/api', 'Move the code that both need to a library.'],
  ['apps/cli/src/probe.ts', '../../api/src/paths.ts', 'Move the code that both need to a library.'],
  ['apps/cli/src/probe.ts', '@petstore/access-domain/testing', isTestCode],
  ['apps/cli/src/probe.ts', '../../../outside.ts', 'Move the file into the project.'],
  ['tools/contract/src/probe.ts', '@petstore/database', 'It compares responses with any OpenAPI document.'],
  ['tools/faults/src/probe.ts', '@petstore/api', 'Move the code that both need to a library.'],
  ['libs/untagged/src/probe.ts', '@petstore/kernel', 'Add a package.json with tags'],
]);

const constantName = 'Write import() with a string literal.';
const boundaries = 'workspace/module-boundaries';

const computedForms: readonly (readonly [name: string, text: string])[] = [
  ['import() of a variable', 'export const load = (name: string) => import(name);'],
  ['import() of a template with a variable', 'export const load = (name: string) => import(`@petstore/${name}`);'],
  ['require of a variable', 'export const load = (name: string) => require(name);'],
  ['an alias of require', "const load = require;\nexport const x = load('typeorm');"],
  ['a worker of a path', "export const x = new Worker('./worker.js');"],
  ['module.require', "export const x = module.require('typeorm');"],
  ['an alias of require.resolve', 'export const { resolve } = require;'],
  ['jest.mock of a variable', 'export const mock = (name: string) => jest.mock(name);'],
  ['import.meta.resolve as a value', 'export const resolve = import.meta.resolve;'],
  [
    'createRequire',
    "import { createRequire } from 'node:module';\nexport const x = createRequire(import.meta.url)('typeorm');",
  ],
  [
    'createRequire under another name',
    "import { createRequire as load } from 'module';\nexport const x = load('/')('typeorm');",
  ],
  [
    'createRequire of a namespace',
    "import * as node from 'node:module';\nexport const x = node.createRequire('/')('typeorm');",
  ],
  [
    'createRequire of the default export',
    "import node from 'node:module';\nexport const x = node['createRequire']('/')('typeorm');",
  ],
  [
    'createRequire of a destructured default export',
    "import node from 'node:module';\nnode.enableCompileCache?.();\nexport const { ['createRequire']: x } = node;",
  ],
  [
    'a member of the default export of node:module, which has all functions',
    "import node from 'node:module';\nexport const x = node.Module;",
  ],
  [
    'createRequire of a dynamic import',
    "export const x = (await import('node:module')).createRequire('/')('typeorm');",
  ],
  ['createRequire of a destructured import', "export const { createRequire } = await import('node:module');"],
  ['an alias of node:module', "const node = await import('module');\nexport const x = node;"],
  ['createRequire that is exported again', "export { createRequire } from 'node:module';"],
  [
    'createRequire from another file',
    "import { createRequire } from './other.ts';\nexport const x = createRequire('/')('typeorm');",
  ],
  ['node:module that is exported again', "export * from 'node:module';"],
  ['process.getBuiltinModule', "export const x = process.getBuiltinModule('node:fs');"],
];

/** References whose target is not a constant, and code in strings. */
export const computedViolations: readonly PlantedText[] = computedForms
  .map(([name, text]) => ({
    name,
    text,
    path: 'libs/shared/database/src/probe.ts',
    rule: boundaries,
    instead: constantName,
  }))
  .concat(
    [
      { name: 'an absolute path', text: "import '/etc/x.js';", instead: 'Import a package or a relative path.' },
      { name: 'a file URL', text: "import 'file:///etc/x.js';", instead: 'Import a package or a relative path.' },
      { name: 'a data URL', text: "import 'data:text/javascript,1';", instead: 'Import a package or a relative path.' },
      { name: 'a name of the package', text: "import '#internal';", instead: 'Import a package or a relative path.' },
    ].map((each) => ({ ...each, path: 'libs/pets/domain/src/probe.ts', rule: boundaries })),
  )
  .concat([
    {
      name: 'types of Node by a directive',
      path: 'libs/pets/domain/src/probe.ts',
      text: '/// <reference types="node" />\nexport const x = 1;',
      rule: boundaries,
      instead: toInfrastructure,
    },
    {
      name: 'types of the browser by a directive',
      path: 'libs/pets/domain/src/probe.ts',
      text: '/// <reference lib="dom" />\nexport const x = 1;',
      rule: boundaries,
      instead: constantName,
    },
    {
      name: 'a violation with a comment that turns the rules off',
      path: 'libs/pets/domain/src/probe.ts',
      text: "/* eslint-disable */\nimport 'typeorm'; // eslint-disable-line",
      rule: boundaries,
      instead: toInfrastructure,
    },
    {
      name: 'an import of a JavaScript file',
      path: 'apps/cli/src/probe.mjs',
      text: "import '@petstore/api';",
      rule: boundaries,
      instead: 'Move the code that both need to a library.',
    },
    {
      name: 'an import in a folder of sources with the name of a generated folder',
      path: 'libs/pets/domain/src/dist/probe.ts',
      text: "import 'typeorm';",
      rule: boundaries,
      instead: toInfrastructure,
    },
    { name: 'eval', path: 'apps/api/src/probe.ts', text: 'eval("import(\'pg\')");', rule: 'no-eval', instead: '' },
    {
      name: 'a function from a string',
      path: 'apps/api/src/probe.ts',
      text: 'export const f = new Function("return import(\'pg\')");',
      rule: 'no-new-func',
      instead: '',
    },
  ]);

const environmentForms: readonly string[] = [
  'export const x = process.env;',
  "export const x = process.env['PORT'];",
  "export const x = process['env'];",
  'export const x = process[`env`];',
  "const name = 'env';\nexport const x = process[name];",
  'export const x = process?.env;',
  'export const x = (process as { env: unknown }).env;',
  'export const { env } = process;',
  'export const { env: { PORT } } = process;',
  'const p = process;\nexport const x = p.env;',
  'export const f = (env = process.env) => env;',
  "export const x = Reflect.get(process, 'env');",
  'export const x = globalThis.process.env;',
  "export const x = globalThis['process'];",
  'export const { process: p } = globalThis;',
  'export const x = global.process.env;',
  'export const x = import.meta.env;',
  'export const { env } = import.meta as unknown as { env: string };',
  "import { env } from 'process';\nexport const x = env;",
  "import { env } from 'node:process';\nexport const x = env;",
  "import p from 'node:process';\nexport const x = p.env;",
  "export { env } from 'node:process';",
  "export const x = import('node:process');",
];

/** Files that are not the configuration of an app. */
const environmentFiles: readonly string[] = [
  'apps/api/src/pets/config.ts',
  'apps/api/src/probe.ts',
  'apps/cli/src/commands/config.ts',
  'libs/client/src/probe.ts',
  'libs/pets/domain/src/config.ts',
  'libs/pets/infrastructure/src/config.ts',
  'libs/platform/bootstrap/src/config.ts',
  'libs/platform/http/src/probe.ts',
  'libs/platform/testing/src/probe.ts',
  'libs/shared/database/src/config.ts',
  'libs/shared/settings/src/config.ts',
];

export const environmentViolations: readonly PlantedText[] = environmentFiles.flatMap((path) =>
  environmentForms.map((text) => ({
    name: text,
    path,
    text,
    group: 'environment',
    rule: 'workspace/environment-variables',
    instead: 'Add a setting there and pass its value as a parameter.',
  })),
);

function rows(data: readonly Row[]): ForbiddenReference[] {
  return data.map(([path, specifier, instead]) => ({ path, specifier, instead }));
}
