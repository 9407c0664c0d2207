import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './workspace.ts';

const boundaries = '@nx/enforce-module-boundaries';
const nodeModules = 'no-restricted-imports';
const environment = 'no-restricted-properties';
const declarations = '@nx/dependency-checks';

/** A package file that does not declare what its library imports. */
const undeclared = JSON.stringify({ name: '@petstore/pets-application', version: '1.0.0', dependencies: {} });

/** One violation planted per rule: where, what, and the wall that must call out. */
const violations: [path: string, text: string, wall: string][] = [
  ['libs/pets/application/package.json', undeclared, declarations],
  ['libs/pets/domain/src', "import 'typeorm';", boundaries],
  ['libs/pets/domain/src', "import '@nestjs/common';", boundaries],
  ['libs/pets/domain/src', "import 'node:fs';", nodeModules],
  ['libs/pets/domain/src', "import 'fs';", nodeModules],
  ['libs/pets/domain/src', "import 'node:fs/promises';", nodeModules],
  ['libs/pets/domain/src', "import { GetPet } from '@petstore/pets-application';\nGetPet;", boundaries],
  [
    'libs/pets/domain/src',
    "import { petsPersistence } from '@petstore/pets-infrastructure';\npetsPersistence;",
    boundaries,
  ],
  [
    'libs/pets/domain/src',
    "import type { Database } from '@petstore/database';\nexport type D = Database;",
    boundaries,
  ],
  ['libs/pets/domain/src', "export const later = import('@petstore/database');", boundaries],
  ['libs/pets/domain/src', "import { GetPet } from '../../application/src/get-pet.ts';\nGetPet;", boundaries],
  ['libs/pets/domain/src', 'export const key = process.env;', environment],
  ['libs/shared/kernel/src', "import { Pet } from '@petstore/pets-domain';\nPet;", boundaries],
  ['libs/shared/kernel/src', "import 'node:crypto';", nodeModules],
  ['libs/shared/kernel/src', "import { Database } from '@petstore/database';\nDatabase;", boundaries],
  ['libs/shared/settings/src', "import { Pet } from '@petstore/pets-domain';\nPet;", boundaries],
  ['libs/shared/settings/src', "import { Database } from '@petstore/database';\nDatabase;", boundaries],
  ['libs/shared/settings/src', "import { readConfig } from '@petstore/cli';\nreadConfig;", boundaries],
  ['libs/shared/settings/src', "import 'express';", boundaries],
  ['libs/shared/settings/src', "import 'node:fs';", nodeModules],
  ['libs/shared/settings/src', 'export const key = process.env;', environment],
  ['libs/shared/kernel/src', "import { OperatorError } from '@petstore/settings';\nOperatorError;", boundaries],
  ['libs/pets/domain/src', "import { OperatorError } from '@petstore/settings';\nOperatorError;", boundaries],
  ['libs/pets/application/src', "import { OperatorError } from '@petstore/settings';\nOperatorError;", boundaries],
  ['libs/pets/application/src', "import 'typeorm';", boundaries],
  ['libs/pets/application/src', "import 'node:crypto';", nodeModules],
  [
    'libs/pets/application/src',
    "import { petsPersistence } from '@petstore/pets-infrastructure';\npetsPersistence;",
    boundaries,
  ],
  ['libs/pets/application/src', "import { Database } from '@petstore/database';\nDatabase;", boundaries],
  ['libs/pets/infrastructure/src', "import { GetPet } from '@petstore/pets-application';\nGetPet;", boundaries],
  ['libs/pets/infrastructure/src', "import '@nestjs/common';", boundaries],
  ['libs/pets/infrastructure/src', "import 'express';", boundaries],
  ['libs/pets/infrastructure/src', 'export const key = process.env;', environment],
  ['libs/pets/infrastructure/src', "import { env } from 'node:process';\nenv;", nodeModules],
  ['apps/api/src', "import { env } from 'node:process';\nenv;", nodeModules],
  ['libs/pets/domain/src', "import { ApiKey } from '@petstore/access-domain';\nApiKey;", boundaries],
  ['libs/pets/application/src', "import { IssueKey } from '@petstore/access-application';\nIssueKey;", boundaries],
  [
    'libs/access/infrastructure/src',
    "import { petsPersistence } from '@petstore/pets-infrastructure';\npetsPersistence;",
    boundaries,
  ],
  ['libs/access/application/src', "import { Pet } from '@petstore/pets-domain';\nPet;", boundaries],
  [
    'libs/shared/database/src',
    "import { petsPersistence } from '@petstore/pets-infrastructure';\npetsPersistence;",
    boundaries,
  ],
  ['libs/shared/database/src', "import { Pet } from '@petstore/pets-domain';\nPet;", boundaries],
  ['libs/shared/database/src', "import { createApp } from '@petstore/api';\ncreateApp;", boundaries],
  ['apps/api/src', "import 'pg';", boundaries],
  ['apps/api/src', "import { readConfig } from '@petstore/cli';\nreadConfig;", boundaries],
  ['apps/api/src', "import { Contract } from '@petstore/contract';\nContract;", boundaries],
  ['apps/api/src/testing', "import { root } from '../../../../tools/workspace/src/workspace.ts';\nroot;", boundaries],
  ['apps/cli/src', "import { createApp } from '@petstore/api';\ncreateApp;", boundaries],
  ['apps/cli/src', 'export const key = process.env;', environment],
  ['libs/client/src', "import { Pet } from '@petstore/pets-domain';\nPet;", boundaries],
  ['libs/client/src', "import { DomainError } from '@petstore/kernel';\nDomainError;", boundaries],
  ['libs/client/src', "import type { Pet } from '../../pets/domain/src/pet.ts';\nexport type P = Pet;", boundaries],
  ['libs/client/src', "import { root } from '../../../tools/workspace/src/workspace.ts';\nroot;", boundaries],
  ['libs/client/src', "import 'express';", boundaries],
  ['libs/client/src', "import 'lossless-json';", boundaries],
  ['libs/client/src', "import 'node:crypto';", nodeModules],
  ['libs/client/src', 'export const key = process.env;', environment],
  ['apps/api/src', "import { PetstoreClient } from '@petstore/client';\nPetstoreClient;", boundaries],
  ['libs/pets/domain/src', "import { PetstoreClient } from '@petstore/client';\nPetstoreClient;", boundaries],
  ['libs/pets/infrastructure/src', "import { PetstoreClient } from '@petstore/client';\nPetstoreClient;", boundaries],
  ['tools/workspace/src', "import { Pet } from '@petstore/pets-domain';\nPet;", boundaries],
  ['tools/faults/src', "import { CreatePet } from '@petstore/pets-application';\nCreatePet;", boundaries],
  ['apps/api/src', "import { petstore } from '@petstore/processes';\npetstore;", boundaries],
];

/** What the walls must let pass, so that a probe is not red for another reason. */
const allowed: [path: string, text: string][] = [
  ['libs/pets/domain/src', "import { DomainError } from '@petstore/kernel';\nDomainError;"],
  ['libs/pets/application/src', "import { Pet } from '@petstore/pets-domain';\nPet;"],
  [
    'libs/pets/infrastructure/src',
    "import 'typeorm';\nimport 'node:crypto';\nimport { Pet } from '@petstore/pets-domain';\nPet;",
  ],
  ['libs/pets/infrastructure/src', "import { Database } from '@petstore/database';\nDatabase;"],
  ['libs/shared/settings/src', "import { DomainError } from '@petstore/kernel';\nDomainError;"],
  ['libs/shared/database/src', "import { OperatorError } from '@petstore/settings';\nOperatorError;"],
  ['apps/cli/src', "import { OperatorError } from '@petstore/settings';\nOperatorError;"],
  ['apps/api-e2e/src', "import { Database } from '@petstore/database';\nDatabase;"],
  ['apps/api-e2e/src', "import { PetstoreClient } from '@petstore/client';\nPetstoreClient;"],
  [
    'tools/faults/src',
    "import 'pg';\nimport { petstore } from '@petstore/processes';\nimport { Database } from '@petstore/database';\npetstore(Database);",
  ],
  ['libs/client/src', "import { PetstoreError } from './petstore-error.ts';\nPetstoreError;"],
  ['apps/api/src/testing', "import { Contract } from '@petstore/contract';\nContract;"],
  ['apps/api/src', "import '@nestjs/common';\nimport { GetPet } from '@petstore/pets-application';\nGetPet;"],
];

function lint(probes: readonly (readonly [path: string, text: string, ...rest: unknown[]])[]): string[][] {
  const input = JSON.stringify(probes.map(([path, text]) => ({ path: join(root, fileAt(path)), text: `${text}\n` })));
  const script = join(__dirname, 'lint-texts.mjs');
  return JSON.parse(execFileSync(process.execPath, [script], { cwd: root, input, encoding: 'utf8' })) as string[][];
}

function fileAt(path: string): string {
  return path.endsWith('.json') ? path : `${path}/probe.ts`;
}

it('lets pass what may pass', () => {
  const walls = [boundaries, nodeModules, environment];
  expect(lint(allowed).map((rules) => rules.filter((rule) => walls.includes(rule)))).toEqual(allowed.map(() => []));
});

it('calls out each planted violation', () => {
  const found = lint(violations);
  const quiet = violations.filter(([, , wall], index) => !found[index]?.includes(wall));
  expect(quiet).toEqual([]);
});
