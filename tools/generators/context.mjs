import { join } from 'node:path';
import { formatFiles, generateFiles, logger, names } from '@nx/devkit';
import listContexts from './sync.mjs';

/** Files of the context `store` that are the same in every context, except for the names. */
const sameFiles = [
  ...['domain', 'application', 'infrastructure'].flatMap((layer) =>
    ['package.json', 'tsconfig.json', 'jest.config.mjs'].map((file) => `libs/store/${layer}/${file}`),
  ),
  'libs/store/domain/src/testing/fakes.ts',
  'libs/store/application/src/get-order.ts',
  'libs/store/application/src/list-orders.ts',
  'libs/store/infrastructure/src/index.ts',
];

/** The only existing file that a new context changes, except for the lists that `nx sync` writes. */
const featuresFile = 'apps/api/src/features.ts';

/**
 * Generates a context with one aggregate, which has a name, and its operations create, get and list (beta).
 * @param {import('@nx/devkit').Tree} tree
 * @param {{ context: string, name: string }} options
 */
export default async function generateContext(tree, { context, name }) {
  const existing = [`libs/${context}`, `apps/api/src/${name}s`].find((path) => tree.exists(path));
  if (existing) throw new Error(`${existing} exists: choose another name`);
  const [{ className: Context }, { className: Name }] = [names(context), names(name)];
  // Leaves `restore` and `ascending order`.
  const rename = (text) =>
    text
      .replace(/\bstore/g, context)
      .replaceAll('Store', Context)
      .replace(/(?<!ascending )order/g, name)
      .replaceAll('Order', Name)
      // The generated operations record no events, and each read of them is a statement of its own.
      .replace(/ *"(?:@petstore\/event-log|dataloader)".*\n| *\{ "path": "[./]*shared\/event-log" \},\n?/g, '');

  for (const path of sameFiles) tree.write(rename(path), rename(tree.read(path, 'utf8')));
  generateFiles(tree, join(import.meta.dirname, 'files'), '.', { context, Context, name, Name, timestamp: Date.now() });
  const featureImport = `import { ${context} } from './${name}s/${context}.feature.ts';`;
  const features = tree.read(featuresFile, 'utf8').replace('\n\n', `\n${featureImport}\n\n`);
  tree.write(featuresFile, features.replace('\n};', `\n  ${context},\n};`));
  listContexts(tree);
  await formatFiles(tree);
  return () => {
    logger.info(`With BETA=on: GET and POST /v1/${name}s, and GET /v1/${name}s/{${name}Id}`);
    logger.info('Next: npm install && npm run generate && npm test');
  };
}
