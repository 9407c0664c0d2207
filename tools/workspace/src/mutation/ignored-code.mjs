/**
 * Code that the mutation tests do not change, by the name of its class, with the reason. Everything else is changed.
 * @type {Readonly<Record<string, string>>}
 */
const reasons = {
  EntitySchema: 'schema.integration.spec.ts compares the tables with those of the migrations, on PostgreSQL',
};

/** Stryker asks this plugin for each node of the syntax tree whether it must not change it. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'ignored-code',
    value: {
      /** @param {{ isNewExpression(): boolean, node: { callee?: { name?: string } } }} path */
      shouldIgnore: (path) => (path.isNewExpression() ? reasons[path.node.callee?.name ?? ''] : undefined),
    },
  },
];
