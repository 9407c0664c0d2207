import pg from 'pg';

export interface Pet {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status: string;
}

export type NewPet = Omit<Pet, 'id'>;

export const statuses = ['available', 'pending', 'sold'];

const columns = 'id, name, category_id AS "categoryId", status';

/** Queries of the Node peers, written as in a typical application on pg: named prepared statements, ids as numbers. */
export class PetQueries {
  constructor(private readonly pool: pg.Pool) {}

  async get(id: string): Promise<Pet | undefined> {
    const text = `SELECT ${columns} FROM pets WHERE id = $1`;
    return (await this.pool.query<Pet>({ name: 'get', text, values: [id] })).rows[0];
  }

  /** @param after id after which the page starts */
  async list(limit: number, after: string, status: string | undefined): Promise<Pet[]> {
    const order = 'ORDER BY id LIMIT $1';
    const all = { name: 'list', text: `SELECT ${columns} FROM pets WHERE id > $2 ${order}`, values: [limit, after] };
    if (status === undefined) return (await this.pool.query<Pet>(all)).rows;
    const text = `SELECT ${columns} FROM pets WHERE id > $2 AND status = $3 ${order}`;
    return (await this.pool.query<Pet>({ name: 'list by status', text, values: [limit, after, status] })).rows;
  }

  async create({ name, categoryId, status }: NewPet): Promise<Pet> {
    const text = `INSERT INTO pets (name, category_id, status) VALUES ($1, $2, $3) RETURNING ${columns}`;
    return (await this.pool.query<Pet>({ name: 'create', text, values: [name, categoryId, status] })).rows[0]!;
  }
}

/** Opens the pool. pg returns int64 as text by default. The peers convert it to a number, as most applications do. */
export function openPool(): pg.Pool {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  return new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: Number(process.env['DATABASE_POOL_SIZE']) });
}
