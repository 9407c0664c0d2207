import { hash } from 'node:crypto';
import { idempotencyPersistence, runnerOf, TypeOrmTransactions } from '@petstore/database';
import { eventsPersistence, TypeOrmEventLog } from '@petstore/event-log/typeorm-event-log';
import { until, untilBlocked, useTestDatabase } from '@petstore/database/testing';
import { IdempotencyKey } from '@petstore/kernel';
import { NewPet, PetId, PetName, PetStatus, type Pet } from '@petstore/pets-domain';
import { petRepositoryContract } from '@petstore/pets-domain/testing';
import type { DataSource } from 'typeorm';
import { petsPersistence, TypeOrmPetRepository } from './index.ts';

const contexts = [idempotencyPersistence, eventsPersistence, petsPersistence];
const database = useTestDatabase(contexts, 'pets', 'idempotency_keys', 'event_outbox', 'events');

let pets: TypeOrmPetRepository;
let transactions: TypeOrmTransactions;

beforeAll(() => {
  [pets, transactions] = [new TypeOrmPetRepository(database.source), new TypeOrmTransactions(database.source)];
});

describe('the contract of PetRepository', () => {
  it.each(Object.entries(petRepositoryContract))('%s', (_, verify) =>
    verify(pets, transactions, new TypeOrmEventLog(database.source)),
  );
});

it('stores a fingerprint that does not change between releases', async () => {
  const newPet = NewPet.of({ name: 'Rex "1"', categoryId: 2n ** 63n - 1n, status: 'sold' });
  await pets.add(newPet.register('key_1'), IdempotencyKey.of('a-key', 'mine'));
  const [row] = await database.query<{ fingerprint: Buffer }[]>('SELECT fingerprint FROM idempotency_keys');
  const text = '["Rex \\"1\\"","9223372036854775807","sold"]';
  expect(row!.fingerprint.toString('hex')).toBe(hash('sha256', text, 'hex'));
});

it('does not reuse the id of a deleted pet', async () => {
  const first = (await pets.add(NewPet.of({ name: 'Rex', categoryId: 1 }).register('key_1'))).snapshot();
  await database.query('DELETE FROM pets');
  const second = (await pets.add(NewPet.of({ name: 'Rex', categoryId: 1 }).register('key_1'))).snapshot();
  expect(BigInt(second.id)).toBeGreaterThan(BigInt(first.id));
});

describe('with a sequence that is behind its table', () => {
  /** Inserts rows with the next ids of the sequence, without drawing them. */
  const takeIds = (count: number) =>
    database.query(
      `INSERT INTO pets (id, name, category_id, status) OVERRIDING SYSTEM VALUE
       SELECT last_value + is_called::int + number, 'taken', 1, 'sold' FROM pets_id_seq, generate_series(0, $1 - 1) AS number`,
      [count],
    );
  const rex = NewPet.of({ name: 'Rex', categoryId: 1 });
  const key = IdempotencyKey.of('a-key', 'mine');
  const creates: Record<string, () => Promise<unknown>> = {
    'a create': () => pets.add(rex.register('key_1')),
    'a create with a key': () => pets.add(rex.register('key_1'), key),
    'a batch of creates': () => Promise.all(['key_1', 'key_2'].map((actor) => pets.add(rex.register(actor)))),
    'an import': () =>
      transactions.run((transaction) =>
        pets.addAll(
          [rex, rex].map((each) => each.register('operator')),
          transaction,
        ),
      ),
  };

  it.each(Object.entries(creates))('%s draws again', async (_, create) => {
    await takeIds(3);
    await create();
    const stored = await database.query<{ id: string }[]>("SELECT id FROM pets WHERE name = 'Rex' ORDER BY id");
    expect(stored).not.toEqual([]);
    expect(await database.query('SELECT pet_id AS id FROM event_outbox ORDER BY serial')).toEqual(stored);
  });

  it.each(Object.entries(creates))(
    '%s fails after a few ids with the reason, and stores nothing',
    async (_, create) => {
      await takeIds(1_000);
      await expect(create()).rejects.toThrow(
        '5 new ids in a row were taken, because the sequence of the table pets is behind its table: run "petstore migrate"',
      );
      expect(await database.query("SELECT FROM pets WHERE name = 'Rex'")).toEqual([]);
      expect(await database.query('SELECT FROM event_outbox UNION ALL SELECT FROM idempotency_keys')).toEqual([]);
    },
  );
});

it('lists and reads every int64 that somebody has inserted as an id, also 0 and negative ones', async () => {
  const ids = ['-9223372036854775808', '-7', '0', '1', '9223372036854775807'];
  await database.query(
    "INSERT INTO pets (id, name, category_id, status) OVERRIDING SYSTEM VALUE SELECT id, 'Rex', 1, 'sold' FROM unnest($1::bigint[]) AS id",
    [ids],
  );
  const read = async (after?: PetId) => transactions.run((transaction) => pets.read(after, 100, transaction));
  const idsOf = async (reading: Promise<Pet[]>) => (await reading).map(({ id }) => id.decimal);
  for (const [index, id] of ids.entries()) {
    const after = index === 0 ? undefined : new PetId(ids[index - 1]!);
    const query = { after, limit: 100 };
    const sold = { ...query, status: PetStatus.of('sold') };
    expect(await idsOf(read(after))).toEqual(ids.slice(index));
    expect(await idsOf(pets.list(query))).toEqual(ids.slice(index));
    expect(await idsOf(pets.list(sold))).toEqual(ids.slice(index));
    // Together they are another statement.
    const together = await Promise.all([query, sold].map((each) => idsOf(pets.list({ ...each, limit: 1 }))));
    expect(together).toEqual([[id], [id]]);
  }
});

it('finds the greatest id as a number, not as text', async () => {
  await database.query(
    "INSERT INTO pets (id, name, category_id, status) OVERRIDING SYSTEM VALUE SELECT id, 'Rex', 1, 'sold' FROM unnest($1::bigint[]) AS id",
    [['9000000000000000009', '9000000000000000010', '99']],
  );
  const lastId = await transactions.run((transaction) => pets.lastId(transaction));
  expect(lastId?.decimal).toBe('9000000000000000010');
});

it('accepts only the statuses of the domain in the table', async () => {
  const insert = (status: string) =>
    database.query("INSERT INTO pets (name, category_id, status) VALUES ('Rex', 1, $1)", [status]);
  for (const status of PetStatus.values) await expect(insert(status)).resolves.toBeDefined();
  await expect(insert('Sold')).rejects.toThrow('pets_status_check');
});

it('raises the version of a pet that a statement of psql changes', async () => {
  const { id } = await pets.add(NewPet.of({ name: 'Rex', categoryId: 1 }).register('key_1'));
  await database.query("UPDATE pets SET name = 'Tom', version = 1");
  expect((await pets.find(id))?.version).toBe(2);
});

it('a transaction gets its id after it has waited for the pet, because the log is in the order of the ids', async () => {
  const { id } = await pets.add(NewPet.of({ name: 'Rex', categoryId: 1 }).register('key_1'));
  const other = database.source.createQueryRunner();
  await other.startTransaction();
  await other.query('SELECT FROM pets FOR UPDATE');
  const locking = transactions.run(async (transaction) => {
    await pets.lock(id, transaction);
    const current = 'SELECT pg_current_xact_id()::text AS id';
    const [row] = await runnerOf(transaction).manager.query<{ id: string }[]>(current);
    return BigInt(row!.id);
  });
  await untilBlocked(database.url);
  const [later] = await database.query<{ id: string }[]>('SELECT pg_current_xact_id()::text AS id');
  await other.commitTransaction();
  await other.release();
  expect(await locking).toBeGreaterThan(BigInt(later!.id));
});

it('the events of transactions that wait for a pet are in the order in which they change it', async () => {
  const { id } = await pets.add(NewPet.of({ name: 'Rex', categoryId: 1 }).register('key_1'));
  // An instance for each transaction, because an instance lets only one of them wait in PostgreSQL.
  const sources = await Promise.all([1, 2, 3].map(() => database.connect()));
  const changed: string[] = [];
  const commits: (() => void)[] = [];
  const change = async (source: DataSource, number: number) => {
    const repository = new TypeOrmPetRepository(source);
    await new TypeOrmTransactions(source).run(async (transaction) => {
      const pet = await repository.lock(id, transaction);
      changed.push(`Rex ${number}`);
      await repository.update(pet!.update({ name: PetName.of(`Rex ${number}`) }, false, 'key_1'), transaction);
      await new Promise<void>((resolve) => commits.push(resolve));
    });
  };
  const changes = [change(sources[0]!, 1)];
  await until(() => commits.length === 1);
  changes.push(change(sources[1]!, 2), change(sources[2]!, 3));
  await untilBlocked(database.url, 2);
  for (let number = 1; number <= 3; number++) {
    await until(() => commits.length === number);
    commits[number - 1]!();
  }
  await Promise.all(changes);
  const { events } = await new TypeOrmEventLog(database.source).read({ limit: 9, types: ['pet.updated'] });
  expect(events.map(({ data }) => (data['pet'] as { name: string }).name)).toEqual(changed);
});
