import { join } from 'node:path';
import { formatFiles, generateFiles, logger, names } from '@nx/devkit';

const layers = ['domain', 'application', 'infrastructure'];

/** Files of the context `store` that are the same in every context, except for the names. */
const sameFiles = [
  ...layers.flatMap((layer) =>
    ['package.json', 'tsconfig.json', 'jest.config.mjs'].map((file) => `libs/store/${layer}/${file}`),
  ),
  'libs/store/application/src/get-order.ts',
  'libs/store/application/src/list-orders.ts',
];

/** The elements of `store` in the lists of all contexts. The new context gets the same, before those of `store`. */
const elements = {
  'apps/api/package.json': layers.map((layer) => new RegExp(`"@petstore/store-${layer}": "[^"]+"`)),
  'apps/api/tsconfig.json': layers.map((layer) => `{ "path": "../../libs/store/${layer}" }`),
  'apps/api/src/app.module.ts': [
    "import { OrdersModule } from './orders/orders.module.ts';",
    '...(config.beta ? [OrdersModule] : []),',
  ],
  'apps/api/src/errors.ts': [
    "import * as store from '@petstore/store-domain';",
    'order_not_found: { status: 404, meaning: new store.OrderNotFound().message },',
    '| CodesOf<typeof store>',
  ],
  'apps/api/src/openapi.ts': [
    ".addTag('store', 'Orders for animals (beta).')",
    "Orders: pageSchema('Order', 'Orders, in ascending order of id.'),",
  ],
  'apps/api/src/paths.ts': [
    '/** Path of all orders. The path of one order is below it. */\nexport const ordersPath = `${versionPrefix}/store/orders`;\n',
  ],
  'apps/api/src/testing/fake-repositories.ts': [
    "import { OrderRepository } from '@petstore/store-domain';",
    "import { InMemoryOrderRepository } from '@petstore/store-domain/testing';",
    'orders: [OrderRepository, InMemoryOrderRepository],',
  ],
  'docs/operations.md': [/orders(?= histories events deliveries)/, /orders(?= histories events api_key_log;)/],
  'eslint.config.mjs': ["store: ['context:shared', 'context:store'],", "{ folder: 'orders', context: 'store' },"],
  'redocly.yaml': [/store(?=, cancel)/],
  'libs/contexts/package.json': [/"@petstore\/store-infrastructure": "[^"]+"/],
  'libs/contexts/tsconfig.json': ['{ "path": "../store/infrastructure" }'],
  'libs/contexts/src/index.ts': [
    "import { storePersistence } from '@petstore/store-infrastructure';",
    'store: storePersistence,',
  ],
  'tsconfig.json': layers.map((layer) => `{ "path": "./libs/store/${layer}" }`),
};

/** What separates two elements, by the end of the file's name. Otherwise an element includes its comma or semicolon. */
const separators = { json: ',\n', md: ' ', yaml: ', ' };

/**
 * Generates a context with one aggregate, which has a name, and its operations create, get and list (beta).
 * @param {import('@nx/devkit').Tree} tree
 * @param {{ context: string, name: string }} options
 */
export default async function generateContext(tree, { context, name }) {
  const existing = [`libs/${context}`, `apps/api/src/${name}s`].find((path) => tree.exists(path));
  if (existing) throw new Error(`${existing} exists: choose another name`);
  const [{ className: Context }, { className: Name }] = [names(context), names(name)];
  const rename = (text) =>
    text
      .replace(/\bstore/g, context)
      .replaceAll('Store', Context)
      .replace(/(?<!ascending )order/g, name)
      .replaceAll('Order', Name);

  for (const path of sameFiles) tree.write(rename(path), rename(tree.read(path, 'utf8')));
  generateFiles(tree, join(import.meta.dirname, 'files'), '.', { context, Context, name, Name, timestamp: Date.now() });

  for (const [path, texts] of Object.entries(elements)) {
    const separator = separators[path.split('.').at(-1)] ?? '\n';
    for (const text of texts) {
      const content = tree.read(path, 'utf8');
      if (content.split(text).length !== 2) logger.warn(`${path} has changed: add the context as in ${text}`);
      else
        tree.write(
          path,
          content.replace(text, (found) => `${rename(found)}${separator}${found}`),
        );
    }
  }
  await formatFiles(tree);
  return () => {
    logger.info(`With BETA=on: GET and POST /v1/${context}/${name}s, and GET /v1/${context}/${name}s/{${name}Id}`);
    logger.info('Next: npm install && npm run generate && npm test');
  };
}
