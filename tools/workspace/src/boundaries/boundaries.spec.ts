import { isTest, readSourceFiles } from '../source-files.mjs';
import { root } from '../workspace.ts';
import { computedReferences, contextFolders, environmentReaders, projectKinds } from './boundary-rules.mjs';
import { environmentReads } from './environment.mjs';
import { moduleReferences } from './module-references.mjs';
import { Workspace } from './projects.mjs';
import { lint, type LintMessage, type Probe } from './testing/lint.ts';
import {
  computedViolations,
  environmentViolations,
  violationsOfApiFolder,
  violationsOfContext,
  violationsOfOthers,
  type PlantedText,
} from './testing/planted-violations.ts';
import { referenceKinds } from './testing/reference-kinds.ts';

const files = readSourceFiles(root);
const { contexts, projects } = Workspace.read(root);

/** Name of the folder of the API that belongs to a context. */
function apiFolderOf(context: string): string {
  return Object.entries(contextFolders.contexts).find(([, name]) => name === context)?.[0] ?? context;
}

const forbidden = [
  ...contexts.flatMap((context, index) => {
    const other = contexts[(index + 1) % contexts.length]!;
    return [
      ...violationsOfContext(context, other),
      ...violationsOfApiFolder(apiFolderOf(context), context, other, apiFolderOf(other)),
    ];
  }),
  ...violationsOfOthers,
];

const planted: readonly PlantedText[] = [
  ...forbidden.flatMap(({ path, specifier, instead }) =>
    Object.entries(referenceKinds).map(([kind, write]) => ({
      name: `${kind}: ${specifier}`,
      path,
      text: write(specifier),
      group: specifier,
      rule: 'workspace/module-boundaries',
      instead,
    })),
  ),
  ...computedViolations,
  ...environmentViolations,
];

it('has at least two contexts, so that one can import another', () => {
  expect(contexts.length).toBeGreaterThan(1);
});

it('plants a violation in each kind of project', () => {
  const workspace = Workspace.read(root);
  const kinds = new Set(planted.map(({ path }) => workspace.projectOf(path)?.kind));
  expect(Object.keys(projectKinds).filter((kind) => !kinds.has(kind))).toEqual([]);
  expect(projects.map(({ kind }) => kind).filter((kind) => !kinds.has(kind))).toEqual([]);
});

/** References that the rules must allow. They show that a rule does not reject everything. */
const allowed: readonly (readonly [path: string, ...specifiers: string[]])[] = [
  ...contexts.flatMap((context) => allowedIn(context, apiFolderOf(context))),
  ['libs/shared/settings/src/probe.ts', '@petstore/kernel'],
  ['libs/shared/settings/src/probe.ts', 'node:fs'],
  ['libs/shared/database/src/probe.ts', '@petstore/settings', 'pg', 'typeorm', 'node:fs'],
  ['libs/platform/http/src/probe.ts', 'express', 'node:http', '@petstore/kernel', '@petstore/settings'],
  [
    'libs/platform/testing/src/probe.ts',
    '@petstore/http/server/listen',
    '@petstore/contract',
    'fast-check',
    'supertest',
  ],
  ['libs/client/src/probe.ts', './petstore-error.ts'],
  ['libs/client/src/probe.spec.ts', './testing/fake-server.ts', 'node:http'],
  [
    'apps/api/src/probe.ts',
    '@petstore/http/server/listen',
    '@petstore/contexts',
    '@nestjs/common',
    '@petstore/database',
  ],
  ['apps/api/src/testing/probe.ts', '@petstore/contract', '@petstore/testing/raw', 'supertest'],
  ['apps/cli/src/probe.ts', '@petstore/settings', '@petstore/contexts', 'commander'],
  ['apps/api-e2e/src/probe.ts', '@petstore/database/testing', '@petstore/client', 'playwright-core'],
  ['tools/faults/src/probe.ts', 'pg', '@petstore/processes', '@petstore/database'],
];

function allowedIn(context: string, folder: string): (readonly [path: string, ...specifiers: string[]])[] {
  return [
    [`libs/${context}/domain/src/probe.ts`, '@petstore/kernel', './index.ts'],
    [`libs/${context}/domain/src/probe.spec.ts`, './testing/index.ts', 'fast-check', 'node:fs'],
    [`libs/${context}/application/src/probe.ts`, `@petstore/${context}-domain`, '@petstore/kernel'],
    [`libs/${context}/application/src/probe.spec.ts`, `@petstore/${context}-domain/testing`],
    [
      `libs/${context}/infrastructure/src/probe.ts`,
      'typeorm',
      'node:crypto',
      '@petstore/database',
      `@petstore/${context}-domain`,
    ],
    [`libs/${context}/infrastructure/src/probe.spec.ts`, '@petstore/database/testing'],
    [
      `apps/api/src/${folder}/probe.controller.ts`,
      `@petstore/${context}-application`,
      `@petstore/${context}-domain`,
      '../paths.ts',
    ],
    [`apps/api/src/${folder}/probe.module.ts`, `@petstore/${context}-infrastructure`, '@petstore/database', 'typeorm'],
    ['libs/contexts/src/probe.ts', `@petstore/${context}-infrastructure`],
    ['apps/cli/src/probe.ts', `@petstore/${context}-infrastructure`],
  ];
}

const allowedProbes: readonly Probe[] = [
  ...allowed.flatMap(([path, ...specifiers]) =>
    specifiers.flatMap((specifier) =>
      Object.values(referenceKinds).map((write) => ({ path, text: write(specifier), group: specifier })),
    ),
  ),
  ...[
    'apps/api/src/config.ts',
    'apps/cli/src/config.ts',
    'libs/pets/domain/src/probe.spec.ts',
    'tools/faults/src/probe.ts',
  ].map((path) => ({ path, text: 'export const x = process.env;' })),
  {
    path: 'libs/platform/http/src/probe.ts',
    text: 'export const x = [process.pid, process.argv, globalThis.URL, import.meta.url, { process: 1 }.process];',
  },
  {
    path: 'libs/platform/http/src/probe.ts',
    text: "import node from 'node:module';\nexport const x = node.enableCompileCache?.();",
  },
];

const found = lint([...planted, ...allowedProbes]);

it('reports each planted violation, with what to do instead, without a project graph of Nx', () => {
  const missed = planted
    .map((each, index) => ({ ...each, found: found[index]! }))
    .filter(({ rule, instead, found: messages }) =>
      messages.every((each) => each.rule !== rule || !each.message.includes(instead)),
    );
  expect(missed).toEqual([]);
});

it('says in each message what is wrong and what to do', () => {
  const messages = planted.flatMap(({ rule }, index) => found[index]!.filter((each) => each.rule === rule));
  const isOurs = ({ rule }: LintMessage) => rule?.startsWith('workspace/');
  expect(messages.filter((each) => isOurs(each) && !/^\S.+[^.]\. [A-Z].+\.$/.test(each.message))).toEqual([]);
});

it('reports nothing that is allowed', () => {
  const reported = allowedProbes
    .map((each, index) => ({ ...each, found: found[planted.length + index]! }))
    .map((each) => ({
      ...each,
      found: each.found.filter(({ rule }) => rule === null || rule.startsWith('workspace/')),
    }))
    .filter((each) => each.found.length > 0);
  expect(reported).toEqual([]);
});

describe('the exceptions', () => {
  it.each(computedReferences)('$file has a reference that is not a constant', ({ file }) => {
    const references = moduleReferences(file, files.get(file) ?? '');
    expect(references.map(({ specifier }) => specifier)).toContain(undefined);
  });

  it.each(environmentReaders)('$file reads the environment', ({ file }) => {
    expect(isTest(file)).toBe(false);
    expect(environmentReads(file, files.get(file) ?? '')).not.toEqual([]);
  });
});
