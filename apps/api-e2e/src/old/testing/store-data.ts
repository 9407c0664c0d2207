import { petstoreOutput, type DatabaseLocation, type ServiceProcess } from '@petstore/processes';
import pg from 'pg';
import { startService } from './start-service.ts';

/** Columns that differ after a move to another server: `changed_in` is a transaction id of the server. */
const tables: Readonly<Record<string, string>> = {
  pets: 'id, name, category_id, status',
  orders: '*',
  api_keys: '*',
  api_key_log: '*',
  idempotency_keys: '*',
};

/** Returns all rows of all tables of the contexts, as text. */
export async function readAllRows(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const all: Record<string, string[]> = {};
    for (const [table, columns] of Object.entries(tables)) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT t::text AS row FROM (SELECT ${columns} FROM ${table}) AS t`,
      );
      all[table] = rows.map(({ row }) => row).sort();
    }
    return all;
  } finally {
    await client.end();
  }
}

/** Animals, orders, keys and idempotency keys that a running service has created. */
export class StoreData {
  private constructor(
    readonly key: string,
    readonly revokedKey: string,
  ) {}

  /** Creates the data with the service and the commands. */
  static async create(location: DatabaseLocation): Promise<StoreData> {
    const service = await startService(location, { BETA: 'on' });
    const key = await petstoreOutput(location, 'keys', 'issue', 'front desk');
    const revokedKey = await petstoreOutput(location, 'keys', 'issue', 'former client');
    const data = new StoreData(key, revokedKey);
    await petstoreOutput(location, 'seed', '--count', '200');
    for (let index = 0; index < 5; index++) expect((await data.createPet(service, `create-${index}`)).status).toBe(201);
    expect((await data.send(service, '/v1/store/orders', { petId: 201 }, 'order-1')).status).toBe(201);
    const keys = JSON.parse(await petstoreOutput(location, 'keys', 'list', '--json')) as { id: string; name: string }[];
    await petstoreOutput(location, 'keys', 'revoke', keys.find(({ name }) => name === 'former client')!.id);
    await service.end('SIGTERM');
    return data;
  }

  /** Expects that a service of another database has the data: keys, idempotency keys, and the counter of ids. */
  async expectInUse(location: DatabaseLocation): Promise<void> {
    const service = await startService(location, { BETA: 'on' });
    try {
      const repeated = await this.createPet(service, 'create-4');
      expect([repeated.status, await repeated.json()]).toEqual([201, expect.objectContaining({ id: 205 })]);
      const created = await this.createPet(service, 'create-new');
      const { id } = (await created.json()) as { id: number };
      expect(created.status).toBe(201);
      expect(id).toBeGreaterThan(205);
      const refused = await fetch(`${service.address}/v1/pets`, {
        headers: { Authorization: `Bearer ${this.revokedKey}` },
      });
      expect(refused.status).toBe(401);
    } finally {
      await service.end('SIGTERM');
    }
  }

  createPet(service: Pick<ServiceProcess, 'address'>, idempotencyKey: string): Promise<Response> {
    return this.send(service, '/v1/pets', { name: 'Rex', categoryId: 7 }, idempotencyKey);
  }

  private send(
    service: Pick<ServiceProcess, 'address'>,
    path: string,
    body: object,
    idempotencyKey: string,
  ): Promise<Response> {
    const headers = {
      Authorization: `Bearer ${this.key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': idempotencyKey,
    };
    return fetch(service.address + path, { method: 'POST', headers, body: JSON.stringify(body) });
  }
}
