import { readFileSync } from 'node:fs';
import { getProjects, visitNotIgnoredFiles } from '@nx/devkit';
import { spellingsOf } from '../naming/spellings.mjs';
import { templatesIn } from '../templates/add-files.mjs';

/** @import { Tree } from '@nx/devkit' */
/** @import { Names } from '../templates/substitution.mjs' */

/**
 * @param {Tree} tree
 * @param {Names} names
 * @param {string} templates folder of the templates
 * @throws {Error} if the context or the aggregate has a name that the workspace or the templates use for something else
 */
export function requireUnused(tree, { context, aggregate, plural }, templates) {
  for (const folder of [`libs/${context}`, `apps/api/src/${context}`]) {
    if (tree.exists(folder))
      throw new Error(`The context "${context}" would overwrite ${folder}, which exists already.`);
  }
  const isTagged = [...getProjects(tree).values()].some(({ tags }) => tags?.includes(`context:${context}`));
  if (isTagged)
    throw new Error(`The tag context:${context} belongs to a project that is not a context. Use another name.`);

  const { pascal } = spellingsOf(aggregate);
  const { snake } = spellingsOf(plural);
  visitNotIgnoredFiles(tree, 'libs', (path) => {
    const owner = /^libs\/([^/]+)\/domain\/src\/([^/]+)\.repository\.ts$/.exec(path);
    if (owner?.[2] === aggregate) throw new Error(`The context "${owner[1]}" has the aggregate ${pascal} already.`);
    const isTable = path.endsWith('.table.ts') && tree.read(path, 'utf8')?.includes(`name: '${snake}'`);
    if (isTable) throw new Error(`The table ${snake} exists already: ${path}. Set another plural with --plural.`);
  });
  const word = new RegExp(`\\b${pascal}\\b`);
  const template = templatesIn(templates).find((path) => word.test(readFileSync(path, 'utf8')));
  if (template) throw new Error(`The generated files use the name "${pascal}" for something else. Use another name.`);
}
