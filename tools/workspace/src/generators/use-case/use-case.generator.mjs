import { join } from 'node:path';
import { formatFiles } from '@nx/devkit';
import { addExport, exportedNamesIn } from '../edits/add-export.mjs';
import { editFile } from '../edits/edit-file.mjs';
import { kebabOf, pluralOf, spellingsOf } from '../naming/spellings.mjs';
import { requireKebabCase, requireVerbAndNoun } from '../naming/validation.mjs';
import { addFiles } from '../templates/add-files.mjs';
import { substitution } from '../templates/substitution.mjs';

/** @import { Tree } from '@nx/devkit' */

const templates = join(import.meta.dirname, 'files');

/**
 * Adds a use case to the application library of a context, with its spec and its export.
 * @param {Tree} tree
 * @param {{ context: string; name: string }} options
 * @throws {Error} if a name is invalid, if there is no such context, or if the use case exists
 */
export default async function useCaseGenerator(tree, { context, name }) {
  requireKebabCase('context', context);
  requireVerbAndNoun(name);
  const domainIndex = tree.read(`libs/${context}/domain/src/index.ts`, 'utf8');
  if (domainIndex === null) throw new Error(`There is no context "${context}": libs/${context}/domain does not exist.`);
  const aggregate = kebabOf(aggregateOf(context, exportedNamesIn(domainIndex)));
  const names = { context, aggregate, plural: pluralOf(aggregate), useCase: name };
  addFiles(tree, templates, substitution(names));
  editFile(tree, `libs/${context}/application/src/index.ts`, (text) =>
    addExport(text, spellingsOf(name).pascal, `./${name}.ts`),
  );
  await formatFiles(tree);
}

/**
 * Returns the name of the aggregate in PascalCase.
 * @param {string} context
 * @param {readonly string[]} exported names that the domain exports
 * @throws {Error} if the domain does not export what the template imports
 */
function aggregateOf(context, exported) {
  const aggregates = exported.filter((name) => exported.includes(`${name}Repository`));
  const [aggregate = '?'] = aggregates;
  const missing = [`${aggregate}Id`, `${aggregate}NotFound`].filter((name) => !exported.includes(name));
  if (aggregates.length !== 1) {
    throw new Error(`The context "${context}" has ${aggregates.length} aggregates with a repository instead of one.`);
  }
  if (missing.length > 0) {
    throw new Error(
      `The domain of "${context}" does not export ${missing.join(' and ')}, which the use case would import.`,
    );
  }
  return aggregate;
}
