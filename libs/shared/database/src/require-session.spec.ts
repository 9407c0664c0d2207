import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { requireSession } from './require-session.ts';

/** Process id that a pooler sends at the start of a connection. */
const poolerPid = 99;

/** A server with the process ids 1, 2 and so on. A client uses the first free session. */
class Server {
  private readonly owners: (PoolClient | undefined)[] = [];

  /** @param mode when a client returns its session */
  constructor(private readonly mode: 'direct' | 'session' | 'transaction') {}

  readonly dataSource = {
    isInitialized: true,
    driver: { obtainMasterConnection: async () => [this.connect(), () => undefined] },
  } as unknown as DataSource;

  connect(): PoolClient {
    let isInTransaction = false;
    const client = {
      query: async (sql: string) => {
        const pid = this.sessionOf(client);
        if (sql.startsWith('BEGIN')) isInTransaction = true;
        if (sql === 'ROLLBACK') isInTransaction = false;
        if (this.mode === 'transaction' && !isInTransaction) this.owners[pid - 1] = undefined;
        return { rows: [{ pid }] };
      },
    } as unknown as PoolClient & { processID: number };
    client.processID = this.mode === 'direct' ? this.sessionOf(client) : poolerPid;
    return client;
  }

  private sessionOf(client: PoolClient): number {
    let index = this.owners.indexOf(client);
    if (index === -1) index = this.owners.findIndex((owner) => owner === undefined);
    if (index === -1) index = this.owners.length;
    this.owners[index] = client;
    return index + 1;
  }
}

it.each(['direct', 'session'] as const)('accepts a connection with one session (%s)', async (mode) => {
  const server = new Server(mode);
  await expect(requireSession(server.dataSource, server.connect(), 'Index1795132800002')).resolves.toBeUndefined();
});

it('refuses a pooler in transaction mode, and names the migration and the remedy', async () => {
  const server = new Server('transaction');
  await expect(requireSession(server.dataSource, server.connect(), 'Index1795132800002')).rejects.toThrow(
    /^Index1795132800002 needs one session, .* pooler in transaction mode: run "petstore migrate" with a DATABASE_URL/,
  );
});
