import pg from 'pg';

/**
 * Executes the statements one by one, as psql does, and stops at the first error. Supports comments, quotes, dollar quotes and
 * `\gexec`.
 */
export async function executeAsPsql(url: string, sql: string): Promise<void> {
  const statements = sql.match(/(?:\$\$[^]*?\$\$|'[^']*'|"[^"]*"|--[^\n]*\n|[^;\\'"$-]|-(?!-))+(?:;|\\gexec)/g) ?? [];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) {
      if (!statement.endsWith('\\gexec')) await client.query(statement);
      else {
        const { rows } = await client.query<string[]>({ text: statement.replace('\\gexec', ''), rowMode: 'array' });
        for (const [generated] of rows) await client.query(generated!);
      }
    }
  } finally {
    await client.end();
  }
}
