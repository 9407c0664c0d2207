import DataLoader from 'dataloader';
import type pg from 'pg';
import type { Queries } from '../fastify/listen.ts';
import type { NewPet, Pet } from '../pet-queries.ts';

/** The pets of one row: an array for each column, as in the statements of this service. */
interface Columns {
  readonly ids: number[];
  readonly names: string[];
  readonly categoryIds: number[];
  readonly statuses: string[];
}

interface Page {
  readonly limit: number;
  readonly after: string;
  readonly status: string | undefined;
}

/** Maximum keys of a statement, as in this service. */
const maxReads = 256;
const maxCreates = 64;

// `to_json` returns the ids as numbers, as the other Node peers do.
const columns = `to_json(array_agg(id ORDER BY id)) AS ids, to_json(array_agg(name ORDER BY id)) AS names,
  to_json(array_agg(category_id ORDER BY id)) AS "categoryIds", to_json(array_agg(status ORDER BY id)) AS statuses`;

const petsById = `SELECT ${columns} FROM pets WHERE id = ANY($1::bigint[]) HAVING count(*) > 0`;

/** A query for the pages whose status is NULL, or not. */
const pagesWith = (status: 'NULL' | 'NOT NULL', selection: string) => `SELECT q.position, page.*
  FROM unnest((SELECT $1::bigint[]), (SELECT $2::int[]), (SELECT $3::text[]))
    WITH ORDINALITY AS q (after, page_limit, status, position)
  CROSS JOIN LATERAL (
    SELECT ${columns} FROM (SELECT * FROM pets WHERE ${selection} LIMIT q.page_limit) AS pet HAVING count(*) > 0
  ) AS page
  WHERE q.status IS ${status}`;

const pages = `${pagesWith('NULL', 'id > q.after ORDER BY id')} UNION ALL
  ${pagesWith('NOT NULL', '(status, id) > (q.status, q.after) AND status <= q.status ORDER BY status, id')}`;

const newPets = `WITH new_pet AS (
    SELECT nextval(pg_get_serial_sequence('pets', 'id')) AS id, name, category_id, status, position
    FROM unnest($1::text[], $2::bigint[], $3::text[]) WITH ORDINALITY AS row (name, category_id, status, position)
  ), inserted AS (
    INSERT INTO pets (id, name, category_id, status) OVERRIDING SYSTEM VALUE
    SELECT id, name, category_id, status FROM new_pet
  )
  SELECT to_json(array_agg(id ORDER BY position)) AS ids FROM new_pet`;

/** Queries that share statements: a dataloader for each, with the SQL of this service. */
export class SharedPetQueries implements Queries {
  private readonly pets = sharedByTick((ids: readonly string[]) => this.readPets(ids), maxReads, String);
  private readonly pages = sharedByTick((keys: readonly Page[]) => this.readPages(keys), maxReads, pageKey);
  private readonly creates = new DataLoader((rows: readonly NewPet[]) => this.insert(rows), {
    cache: false,
    maxBatchSize: maxCreates,
    batchScheduleFn: setImmediate,
  });

  constructor(private readonly pool: pg.Pool) {}

  get(id: string): Promise<Pet | undefined> {
    return this.pets.load(id);
  }

  list(limit: number, after: string, status: string | undefined): Promise<Pet[]> {
    return this.pages.load({ limit, after, status });
  }

  create(pet: NewPet): Promise<Pet> {
    return this.creates.load(pet);
  }

  private async readPets(ids: readonly string[]): Promise<(Pet | undefined)[]> {
    const { rows } = await this.pool.query<Columns>({ name: 'pets by id', text: petsById, values: [ids] });
    const pets = new Map(rows.flatMap(toPets).map((pet) => [pet.id, pet]));
    return ids.map((id) => pets.get(Number(id)));
  }

  /** The statement returns no row for an empty page. */
  private async readPages(keys: readonly Page[]): Promise<Pet[][]> {
    const values = [keys.map(({ after }) => after), keys.map(({ limit }) => limit), keys.map(({ status }) => status)];
    const query = { name: 'pages', text: pages, values };
    const { rows } = await this.pool.query<Columns & { position: number }>(query);
    const found: Pet[][] = Array.from({ length: keys.length }, () => []);
    for (const row of rows) found[row.position - 1] = toPets(row);
    return found;
  }

  private async insert(created: readonly NewPet[]): Promise<Pet[]> {
    const values = [
      created.map(({ name }) => name),
      created.map(({ categoryId }) => categoryId),
      created.map(({ status }) => status),
    ];
    const { rows } = await this.pool.query<{ ids: number[] }>({ name: 'new pets', text: newPets, values });
    return created.map((pet, index) => ({ id: rows[0]!.ids[index]!, ...pet }));
  }
}

/**
 * Returns a loader whose calls of one event-loop iteration share a statement, and whose equal keys share a result. It forgets the
 * results when it sends the statement, so that no request reads an outdated one.
 */
function sharedByTick<Key, Value>(
  read: (keys: readonly Key[]) => Promise<Value[]>,
  maxBatchSize: number,
  cacheKeyFn: (key: Key) => string,
): DataLoader<Key, Value, string> {
  const loader: DataLoader<Key, Value, string> = new DataLoader(
    (keys) => {
      loader.clearAll();
      return read(keys);
    },
    // By default a loader collects until the promise jobs have ended, but each request arrives in a separate callback.
    { maxBatchSize, cacheKeyFn, batchScheduleFn: setImmediate },
  );
  return loader;
}

function pageKey({ limit, after, status }: Page): string {
  return `${limit} ${after} ${status}`;
}

function toPets({ ids, names, categoryIds, statuses }: Columns): Pet[] {
  return ids.map((id, index) => ({
    id,
    name: names[index]!,
    categoryId: categoryIds[index]!,
    status: statuses[index]!,
  }));
}
