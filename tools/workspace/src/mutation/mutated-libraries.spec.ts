import { readSourceFiles } from '../source-files.mjs';
import { root } from '../workspace.ts';
import { mutatedLibraries } from './mutated-libraries.mjs';

const libraries = mutatedLibraries(root);
const paths = [...readSourceFiles(root).keys()];

/** Returns the files of the workspace that the pattern matches: `*` is any part of a name, `**` any folders, `{a,b}` a choice. */
function filesOf(folder: string, pattern: string): string[] {
  const expression = pattern
    .replaceAll('.', '\\.')
    .replaceAll('**/', '(?:.+/)?')
    .replaceAll('*', '[^/]*')
    .replace(/\{(.+?)\}/g, (_, choices: string) => `(?:${choices.replaceAll(',', '|')})`);
  return paths.filter((path) => new RegExp(`^${folder}/src/${expression}$`).test(path));
}

it('includes the domain, the application and the infrastructure of every context, without an entry in a list', () => {
  const folders = paths.flatMap(
    (path) => /^(libs\/\w+\/(?:domain|application|infrastructure))\/src\//.exec(path)?.[1] ?? [],
  );
  expect(libraries.map(({ folder }) => folder)).toEqual(expect.arrayContaining([...new Set(folders)]));
});

it('includes the kernel, the platform and the key checking of the API', () => {
  expect(libraries.map(({ name }) => name)).toEqual(expect.arrayContaining(['kernel', 'http', 'api']));
});

it.each(libraries.flatMap(({ folder, mutate, specs }) => [...mutate, ...specs].map((pattern) => [folder, pattern])))(
  'in %s, the pattern %s matches files',
  (folder, pattern) => {
    expect(filesOf(folder!, pattern!)).not.toEqual([]);
  },
);
