import { readSourceFiles } from '../source-files.mjs';
import { root } from '../workspace.ts';
import { checkDependencies } from './check-dependencies.mjs';
import { projectOf, Workspace, type Manifest } from './projects.mjs';
import { fix } from './testing/lint.ts';
import { referenceKinds } from './testing/reference-kinds.ts';

const workspace = Workspace.read(root);
const folder = 'libs/pets/infrastructure';
const path = `${folder}/package.json`;
const files = readSourceFiles(root, undefined, folder);
const { manifest } = workspace.projectNamed('@petstore/pets-infrastructure')!;

/** Returns the messages for the infrastructure of the pets, with another `package.json` and with further files. */
function messagesWith(changed: Manifest, ...added: [path: string, text: string][]): string[] {
  const project = projectOf(folder, { ...manifest, ...changed });
  return checkDependencies(workspace, project, new Map([...files, ...added])).map(({ message }) => message);
}

const withoutTypeorm = Object.fromEntries(
  Object.entries(manifest.dependencies!).filter(([name]) => name !== 'typeorm'),
);

describe('checkDependencies', () => {
  it.each(workspace.projects)('finds no problem in $folder', (project) => {
    expect(checkDependencies(workspace, project, readSourceFiles(root, undefined, project.folder))).toEqual([]);
  });

  it.each(Object.entries(referenceKinds))(
    'reports an undeclared package, used by this kind of reference: %s',
    (_kind, write) => {
      expect(messagesWith({}, [`${folder}/src/added.ts`, write('@petstore/settings')])).toEqual([
        `${folder}/src/added.ts uses @petstore/settings, which ${path} does not declare. Add it to "dependencies".`,
      ]);
    },
  );

  it('reports an undeclared package of npm', () => {
    expect(messagesWith({ dependencies: withoutTypeorm })).toContainEqual(
      expect.stringContaining('uses typeorm, which'),
    );
  });

  it('reports production code that uses a development dependency', () => {
    const changed = { dependencies: withoutTypeorm, devDependencies: { typeorm: '1.1.1' } };
    expect(messagesWith(changed)).toContainEqual(expect.stringContaining('Add it to "dependencies".'));
  });

  it('reports a package that only a spec uses and that neither the project nor the workspace declares', () => {
    expect(messagesWith({}, [`${folder}/src/added.spec.ts`, "import 'helmet';"])).toEqual([
      `${folder}/src/added.spec.ts uses helmet, which ${path} does not declare. Add it to "devDependencies".`,
    ]);
  });

  it.each(['dependencies', 'optionalDependencies', 'peerDependencies'] as const)(
    'reports an unused package of %s',
    (kind) => {
      const changed = { [kind]: { ...manifest[kind], '@petstore/settings': '1.0.0' } };
      expect(messagesWith(changed)).toEqual([
        `No production file of ${folder} uses @petstore/settings. Remove it from ${path}.`,
      ]);
    },
  );

  it('reports an unused development dependency', () => {
    expect(messagesWith({ devDependencies: { helmet: '8.3.0' } })).toEqual([
      `No file of ${folder} uses helmet. Remove it from ${path}.`,
    ]);
  });

  it('reports a package of the workspace with another version', () => {
    expect(messagesWith({ dependencies: { ...manifest.dependencies, '@petstore/kernel': '2.0.0' } })).toEqual([
      `${path} depends on @petstore/kernel 2.0.0, but the workspace has 1.0.0. Write "1.0.0".`,
    ]);
  });

  it.each(['file:../../access/domain', 'npm:pg@^8.23.1', 'npm:pg', 'https://example.com/pg-8.23.1.tgz'])(
    'reports a package with the address %s',
    (address) => {
      const added = [`${folder}/src/added.ts`, "import 'typeorm';"] as const;
      expect(messagesWith({ dependencies: { ...manifest.dependencies, typeorm: address } }, [...added])).toEqual([
        `${path} depends on typeorm by the address ${address}. Write a version of the registry.`,
      ]);
    },
  );

  it('accepts an exact version of a package under another name', () => {
    const added = [`${folder}/src/added.spec.ts`, "import 'typeorm-least';"] as const;
    expect(messagesWith({ devDependencies: { 'typeorm-least': 'npm:typeorm@1.0.0' } }, [...added])).toEqual([]);
  });

  it.each([
    ['@petstore/access-domain', 'Contexts do not import each other.'],
    ['@petstore/pets-application', 'Only apps call use cases.'],
    ['express', 'Move other code to the app that needs it.'],
  ])('reports the forbidden dependency %s, used by an import type', (name, instead) => {
    const changed = { dependencies: { ...manifest.dependencies, [name]: '1.0.0' } };
    const messages = messagesWith(changed, [`${folder}/src/added.ts`, `export type X = import('${name}').X;`]);
    expect(messages).toEqual([expect.stringContaining(instead)]);
  });

  it('proposes no forbidden dependency', () => {
    const added = [`${folder}/src/added.ts`, "export type X = import('@petstore/access-domain').X;"] as const;
    expect(checkDependencies(workspace, projectOf(folder, manifest), new Map([...files, added]))).toEqual([]);
  });
});

describe('eslint --fix of a package.json', () => {
  const text = (changed: Manifest) => `${JSON.stringify({ ...manifest, ...changed }, null, 2)}\n`;
  const [changed, untagged, unseen] = fix([
    { path, text: text({ dependencies: { ...withoutTypeorm, '@petstore/settings': '1.0.0' } }) },
    { path, text: text({ nx: { tags: ['context:pets'] } }) },
    { path: 'libs/deep/planted/domain/package.json', text: text({}) },
  ]);

  it('adds used packages, removes unused packages, and keeps the order of the members', () => {
    expect(changed).toEqual({ messages: [], fixed: text({}) });
  });

  it('reports missing tags', () => {
    expect(untagged!.messages).toEqual([
      expect.objectContaining({
        rule: 'workspace/declared-dependencies',
        message: expect.stringContaining('needs exactly one tag "layer:<name>"'),
      }),
    ]);
  });

  it('reports a package.json that npm does not see', () => {
    expect(unseen!.messages).toEqual([
      expect.objectContaining({ message: expect.stringContaining('npm does not see') }),
    ]);
  });
});
