import { readImportGraph } from '../import-graph.ts';
import { readSourceFiles } from '../source-files.mjs';
import { root } from '../workspace.ts';
import { checkReference } from './check-reference.mjs';
import { projectKinds } from './boundary-rules.mjs';
import { structureProblems } from './project-structure.ts';
import { Workspace } from './projects.mjs';
import { publicFileProblems } from './public-files.ts';

const files = readSourceFiles(root, /\.(?:[cm]?[jt]s|json)$/);
const sources = readSourceFiles(root);

it('finds no problem in the workspace', () => {
  expect(structureProblems(files)).toEqual([]);
});

it('finds a project of each kind', () => {
  const kinds = Workspace.read(root).projects.map(({ kind }) => kind);
  expect(Object.keys(projectKinds).filter((kind) => !kinds.includes(kind))).toEqual([]);
});

/** The files of a context, by path. */
function contextFiles(context: string): [path: string, text: string][] {
  return ['domain', 'application', 'infrastructure'].flatMap((layer) => libraryFiles(context, layer));
}

function libraryFiles(context: string, layer: string, folder = `libs/${context}/${layer}`): [string, string][] {
  const tags = [`context:${context}`, `layer:${layer}`];
  return [
    [`${folder}/package.json`, JSON.stringify({ name: `@petstore/${context}-${layer}`, nx: { tags } })],
    [`${folder}/jest.config.mjs`, ''],
    [`${folder}/tsconfig.spec.json`, ''],
    [`${folder}/src/index.ts`, ''],
    [`${folder}/src/a.spec.ts`, ''],
  ];
}

function tagged(...tags: string[]): string {
  return JSON.stringify({ name: '@petstore/planted-domain', nx: { tags } });
}

it('accepts a new context', () => {
  const added = new Map([...files, ...contextFiles('planted')]);
  expect(structureProblems(added)).toEqual([]);
  expect(new Workspace(added).contexts).toEqual([...Workspace.read(root).contexts, 'planted'].sort());
});

it('rejects imports between a new context and the others, because it derives the contexts from the tags', () => {
  const workspace = new Workspace(new Map([...files, ...contextFiles('planted')]));
  for (const context of Workspace.read(root).contexts) {
    for (const [from, to] of [
      [context, 'planted'],
      ['planted', context],
    ] as const) {
      const path = `libs/${from}/domain/src/a.ts`;
      expect(checkReference(workspace, path, `@petstore/${to}-domain`)).toContain('Contexts do not import each other.');
    }
  }
});

describe('with a planted problem', () => {
  const domain = 'libs/planted/domain';
  const manifest = `${domain}/package.json`;

  it.each<[name: string, added: [string, string][], removed: string[], message: string]>([
    ['no tags', [[manifest, '{}']], [], 'needs exactly one tag "context:<name>" in nx.tags, it has 0'],
    ['no context tag', [[manifest, tagged('layer:domain')]], [], 'needs exactly one tag "context:<name>"'],
    ['two context tags', [[manifest, tagged('context:a', 'context:b', 'layer:domain')]], [], 'in nx.tags, it has 2'],
    ['no layer tag', [[manifest, tagged('context:planted')]], [], 'needs exactly one tag "layer:<name>"'],
    [
      'two layer tags',
      [[manifest, tagged('context:planted', 'layer:domain', 'layer:app')]],
      [],
      'needs exactly one tag "layer:',
    ],
    [
      'an unknown layer',
      [[manifest, tagged('context:planted', 'layer:model')]],
      [],
      'has the unknown layer or library "model"',
    ],
    [
      'an unknown library',
      [[manifest, tagged('context:planted', 'layer:domain', 'library:x')]],
      [],
      'unknown layer or library "x"',
    ],
    [
      'a member of Object as layer',
      [[manifest, tagged('context:planted', 'layer:toString')]],
      [],
      'unknown layer or library',
    ],
    [
      'another layer than its folder',
      [[manifest, tagged('context:planted', 'layer:application')]],
      [],
      'contradict its folder',
    ],
    [
      'another context than its folder',
      [[manifest, tagged('context:pets', 'layer:domain')]],
      [],
      'contradict its folder',
    ],
    [
      'the context of other libraries',
      [[manifest, tagged('context:shared', 'layer:domain')]],
      [],
      'must be the name of a context',
    ],
    [
      'a library tag of another layer',
      [[manifest, tagged('context:platform', 'layer:domain', 'library:http')]],
      [],
      '"layer:platform"',
    ],
    ['no Jest configuration', [], [`${domain}/jest.config.mjs`], 'libs/planted/domain has no jest.config.mjs.'],
    ['no configuration of the compiler for specs', [], [`${domain}/tsconfig.spec.json`], 'has no tsconfig.spec.json.'],
    ['no spec', [], [`${domain}/src/a.spec.ts`], 'libs/planted/domain has no spec.'],
    ['no package.json', [], [manifest], 'No package of the workspace contains libs/planted/domain/src/index.ts.'],
    [
      'a folder outside of the workspaces',
      libraryFiles('planted', 'domain', 'libs/deep/planted/domain'),
      [],
      'contains libs/deep/planted/domain/',
    ],
    ['a project.json', [[`${domain}/project.json`, '{}']], [], 'Move its content to "nx" of the package.json.'],
    [
      'no application library',
      [],
      libraryFiles('planted', 'application').map(([path]) => path),
      'exactly one project with the tags context:planted and layer:application',
    ],
  ])('reports %s', (_, added, removed, message) => {
    const planted = new Map([...files, ...contextFiles('planted'), ...added]);
    for (const path of removed) planted.delete(path);
    expect(structureProblems(planted)).toContainEqual(expect.stringContaining(message));
  });

  it('rejects each import of a project with wrong tags', () => {
    const workspace = new Workspace(new Map([...files, ...contextFiles('planted'), [manifest, '{}']]));
    expect(checkReference(workspace, `${domain}/src/a.ts`, '@petstore/kernel')).toContain('needs exactly one tag');
  });

  it('fails without the package.json of the workspace', () => {
    expect(() => new Workspace(new Map())).toThrow('no boundary can be checked');
  });
});

describe('public files', () => {
  const http = 'libs/platform/http';
  const added = `${http}/src/server/added.ts`;
  const graph = readImportGraph(sources);
  const workspace = new Workspace(sources);

  it('finds no public file that no other project imports', () => {
    expect(publicFileProblems(workspace, graph)).toEqual([]);
  });

  it('reports a new file that no other project imports', () => {
    expect(publicFileProblems(workspace, { ...graph, files: [...graph.files, added] })).toEqual([
      `${http}/package.json exports ${added}, which no other project imports. Add "./server/added": null to "exports".`,
    ]);
  });

  it('allows a new file that another project imports', () => {
    const imports = [...graph.imports, { from: 'apps/api/src/main.ts', to: added, kind: 'static' as const }];
    expect(publicFileProblems(workspace, { ...graph, files: [...graph.files, added], imports })).toEqual([]);
  });

  it('reports an excluded file that does not exist', () => {
    const manifest = JSON.parse(sources.get(`${http}/package.json`)!) as { exports: Record<string, null> };
    manifest.exports['./server/deleted'] = null;
    const planted = new Workspace(new Map([...sources, [`${http}/package.json`, JSON.stringify(manifest)]]));
    expect(publicFileProblems(planted, graph)).toEqual([
      `${http}/package.json excludes ./server/deleted, which matches no file. Remove it from "exports".`,
    ]);
  });
});
