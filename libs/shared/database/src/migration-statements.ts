import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Returns the SQL that one direction of a migration passes to `query`, without executing it and without a database.
 * @throws Error if the migration depends on anything else: other members of the runner, parameters or the result of a statement
 */
export async function migrationStatements(
  migration: MigrationInterface,
  direction: 'up' | 'down',
): Promise<readonly string[]> {
  const statements: string[] = [];
  const refuse = (use: string): never => {
    throw new Error(
      `${migration.constructor.name} uses ${use}: a migration may only call query() with SQL text and ignore the result, ` +
        'because "petstore migrate --dry-run" prints its SQL without executing it',
    );
  };
  // `await` reads `then` of each value.
  const result = new Proxy(
    {},
    { get: (_, name) => (name === 'then' ? undefined : refuse('the result of a statement')) },
  );
  const members: Pick<QueryRunner, 'query'> = {
    query<T>(sql: string, parameters: readonly unknown[] = []): Promise<T> {
      if (parameters.length > 0) refuse('parameters');
      statements.push(sql.trim());
      return Promise.resolve(result as T);
    },
  };
  const runner = new Proxy(members, {
    get: (target, name) => (name === 'query' ? target.query : refuse(`queryRunner.${String(name)}`)),
  });
  await migration[direction](runner as QueryRunner);
  return statements;
}
