/**
 * Writes the two lists of contexts that follow from the folders of libs. `npx nx sync` runs it.
 * @param {import('@nx/devkit').Tree} tree
 */
export default function listContexts(tree) {
  const contexts = tree.children('libs').filter((name) => tree.exists(`libs/${name}/infrastructure/tsconfig.json`));
  const names = contexts.sort();
  const layers = names.flatMap((name) =>
    ['application', 'domain', 'infrastructure'].map((layer) => `${name}/${layer}`),
  );
  const references = layers.map((path) => `    { "path": "./${path}" },\n`).join('');
  const persistence = names.map(
    (name) => `export { ${name}Persistence as ${name} } from '@petstore/${name}-infrastructure';\n`,
  );
  replaceLines(tree, 'libs/tsconfig.json', /( {4}\{ "path": ".*" \},\n)+/, references);
  replaceLines(tree, 'libs/contexts/src/contexts.ts', /(export .*\n)+/, persistence.join(''));
  return { outOfSyncMessage: 'The lists of contexts do not match the folders of libs.' };
}

function replaceLines(tree, path, lines, text) {
  const content = tree.read(path, 'utf8');
  const changed = content.replace(lines, text);
  if (changed !== content) tree.write(path, changed);
}
