import { join } from 'node:path';
import { formatFiles } from '@nx/devkit';
import { addDependencies } from '../edits/add-dependencies.mjs';
import { addImport } from '../edits/add-import.mjs';
import { addMovedTable } from '../edits/add-moved-table.mjs';
import { addProperty } from '../edits/add-property.mjs';
import { editFile } from '../edits/edit-file.mjs';
import { spellingsOf } from '../naming/spellings.mjs';
import { aggregateNames, requireKebabCase } from '../naming/validation.mjs';
import { addFiles } from '../templates/add-files.mjs';
import { substitution } from '../templates/substitution.mjs';
import { markAsBeta } from './mark-as-beta.mjs';
import { nextTimestamp } from './next-timestamp.mjs';
import { requireUnused } from './require-unused.mjs';
import { setVersions } from './set-versions.mjs';
import { updateWorkspace } from './update-workspace.mjs';

/** @import { Tree } from '@nx/devkit' */
/** @import { Names } from '../templates/substitution.mjs' */

const templates = join(import.meta.dirname, 'files');
const layers = ['domain', 'application', 'infrastructure'];

/**
 * Adds a context with one aggregate: three libraries, operations in the API, and the registration in both.
 * @param {Tree} tree
 * @param {{ name: string; aggregate: string; plural?: string; beta?: boolean }} options
 * @returns {Promise<() => void>} a task for after the files are written: links the libraries and updates derived files
 * @throws {Error} if a name is invalid or in use, or if a file that the generator edits has an unexpected shape
 */
export default async function contextGenerator(
  tree,
  { name: context, aggregate: aggregateName, plural, beta = false },
) {
  requireKebabCase('context', context);
  const names = { context, ...aggregateNames(aggregateName, plural) };
  requireUnused(tree, names, templates);
  // As for pets, the path does not repeat the name of a context that is named after its aggregate.
  const path = context === names.plural ? context : `${context}/${names.plural}`;
  const substitute = substitution(names, { 'sample-path': path, 1700000000000: nextTimestamp(tree) });
  addFiles(tree, templates, substitute);
  if (beta) markAsBeta(tree, `apps/api/src/${context}`);
  for (const layer of layers)
    editFile(tree, `libs/${context}/${layer}/package.json`, (text) => setVersions(tree, text));
  register(tree, names);
  await formatFiles(tree);
  return () =>
    updateWorkspace(
      tree.root,
      layers.map((layer) => `libs/${context}/${layer}`),
    );
}

/**
 * @param {Tree} tree
 * @param {Names} names
 */
function register(tree, { context, aggregate, plural }) {
  const { camel, kebab } = spellingsOf(context);
  const { pascal } = spellingsOf(aggregate);
  const [domain, application, infrastructure] = layers.map((layer) => `@petstore/${context}-${layer}`);
  editFile(tree, 'libs/contexts/src/index.ts', (text) =>
    addProperty(addImport(text, `${camel}Persistence`, `${infrastructure}`), 'contexts', camel, `${camel}Persistence`),
  );
  editFile(tree, 'apps/api/src/contexts.ts', (text) =>
    addProperty(
      addImport(text, `${camel}Context`, `./${kebab}/${kebab}.context.ts`),
      'httpContexts',
      camel,
      `${camel}Context`,
    ),
  );
  editFile(tree, 'apps/api/src/testing/fake-repositories.ts', (text) => {
    const withPort = addImport(text, `${pascal}Repository`, `${domain}`);
    const withFake = addImport(withPort, `InMemory${pascal}Repository`, `${domain}/testing`);
    const fake = `[${pascal}Repository, InMemory${pascal}Repository]`;
    return addProperty(withFake, 'repositories', spellingsOf(plural).camel, fake);
  });
  editFile(tree, 'docs/operations.md', (text) => addMovedTable(text, spellingsOf(plural).snake));
  const { version } = JSON.parse(tree.read('package.json', 'utf8') ?? '{}');
  editFile(tree, 'libs/contexts/package.json', (text) => addDependencies(text, { [`${infrastructure}`]: version }));
  editFile(tree, 'apps/api/package.json', (text) =>
    addDependencies(text, { [`${domain}`]: version, [`${application}`]: version, [`${infrastructure}`]: version }),
  );
}
