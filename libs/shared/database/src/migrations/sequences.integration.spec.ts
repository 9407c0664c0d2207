import { Entity, PrimaryGeneratedColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import type { Persistence } from '../connection/data-source.ts';
import { commandLineLimits } from '../connection/database-limits.ts';
import { Database } from '../database.ts';
import { connect, createTestDatabase, query, type TestDatabase, untilBlocked } from '../testing/index.ts';

class CreateNotes1795132800001 implements MigrationInterface {
  up = async (queryRunner: QueryRunner) => {
    await queryRunner.query(`CREATE TABLE notes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY)`);
    await queryRunner.query(`CREATE TABLE "odd ' Notes" (number bigserial, id int, PRIMARY KEY (id, number))`);
  };
  down = async () => undefined;
}

class FillNotes1795132800002 implements MigrationInterface {
  up = (queryRunner: QueryRunner) => queryRunner.query('INSERT INTO notes DEFAULT VALUES');
  down = async () => undefined;
}

@Entity('notes')
class NoteEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: string;
}

@Entity("odd ' Notes")
class OddNoteEntity {
  @PrimaryGeneratedColumn('increment')
  number!: number;
}

const notes: Persistence = { entities: [NoteEntity, OddNoteEntity], migrations: [CreateNotes1795132800001] };

let database: TestDatabase;
let warnings: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  await open();
});

afterEach(() => database.drop());

async function open(options?: { migrate: boolean; repair?: boolean }, context = notes, url = database.url) {
  warnings = [];
  const limits = { ...commandLineLimits, statementTimeout: 1_000 };
  const target = await Database.create({ kind: 'external', url }, [context], limits, (line) => warnings.push(line));
  return target.open(options).finally(() => target.close());
}

const insertNotes = (...ids: string[]) =>
  query(database.url, 'INSERT INTO notes OVERRIDING SYSTEM VALUE SELECT unnest($1::bigint[])', [ids]);
const nextId = async () => (await query<{ id: string }>(database.url, "SELECT nextval('notes_id_seq') AS id"))[0]!.id;

it('a start warns about a sequence that is behind its table, with a statement that repairs it', async () => {
  await open();
  expect(warnings).toEqual([]);
  await insertNotes('9007199254740993');
  await open();
  const [, statement] = /^the sequence public\.notes_id_seq is behind the table notes, .* or "(SELECT .*)"$/.exec(
    warnings[0]!,
  )!;
  await query(database.url, statement!);
  expect(await nextId()).toBe('9007199254740994');
  await open();
  expect(warnings).toEqual([]);
});

it('starts also while somebody has locked a table, and says that it was not checked', async () => {
  const other = await connect(database.url);
  await other.query('BEGIN; LOCK TABLE notes');
  await open({ migrate: false });
  expect(warnings).toEqual([]);
  await open();
  await other.end();
  expect(warnings).toEqual([
    'the sequences could not be compared with their tables: canceling statement due to lock timeout',
  ]);
});

it('"petstore migrate" raises every sequence that is behind its table, and lowers none', async () => {
  await insertNotes('7');
  await query(database.url, `INSERT INTO "odd ' Notes" VALUES (41, 1), (42, 1)`);
  await query(database.url, "SELECT setval('migrations_id_seq', 1, false)");
  await open({ migrate: true, repair: true });
  expect(warnings).toEqual([
    'the sequence public."odd \' Notes_number_seq" was behind the table "odd \' Notes", and continues after 42',
    'the sequence public.migrations_id_seq was behind the table migrations, and continues after 1',
    'the sequence public.notes_id_seq was behind the table notes, and continues after 7',
  ]);
  expect(await nextId()).toBe('8');
  await query(database.url, "SELECT setval('notes_id_seq', 100, false)");
  await open({ migrate: true, repair: true });
  expect(warnings).toEqual([]);
  expect(await nextId()).toBe('100');
});

it('"petstore migrate" keeps the increment and the options of a sequence', async () => {
  // As two servers share the ids: one has the odd ones.
  await query(database.url, 'ALTER SEQUENCE notes_id_seq INCREMENT 2 CYCLE');
  await insertNotes('8');
  await open({ migrate: true, repair: true });
  expect([await nextId(), await nextId()]).toEqual(['9', '11']);
  await query(database.url, 'ALTER SEQUENCE notes_id_seq INCREMENT -1 MINVALUE -100 RESTART -7');
  await open({ migrate: true, repair: true });
  expect(await nextId()).toBe('-7');
  expect(await query(database.url, "SELECT cycle FROM pg_sequences WHERE sequencename = 'notes_id_seq'")).toEqual([
    { cycle: true },
  ]);
});

it('a migration raises the sequences before it inserts rows', async () => {
  await insertNotes('1');
  await query(database.url, "SELECT setval('migrations_id_seq', 1, false)");
  const filling = { ...notes, migrations: [...notes.migrations, FillNotes1795132800002] };
  expect(await open(undefined, filling)).toEqual(['FillNotes1795132800002']);
});

it('raises a sequence while others draw from it, and gives no id twice', async () => {
  await insertNotes('5');
  const other = await connect(database.url);
  await other.query('BEGIN');
  await other.query("SELECT nextval('notes_id_seq') FROM generate_series(1, 4)");
  const migrating = open({ migrate: true, repair: true });
  await untilBlocked(database.url);
  // Now the sequence has passed the table.
  await other.query("SELECT nextval('notes_id_seq') FROM generate_series(1, 16)");
  await other.query('COMMIT');
  await other.end();
  await migrating;
  expect(await nextId()).toBe('21');
});

it('does not take the greatest int64 for the id of a sequence, because no id could follow', async () => {
  await insertNotes('9223372036854775807');
  await open();
  await open({ migrate: true, repair: true });
  expect(warnings).toEqual([]);
  expect(await nextId()).toBe('1');
});

it('starts as a role that may read some of the tables and sequences only', async () => {
  await insertNotes('7');
  await query(database.url, 'CREATE ROLE reader LOGIN');
  try {
    await query(database.url, 'GRANT SELECT ON migrations TO reader');
    await query(database.url, 'GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO reader');
    const openAsReader = () => open(undefined, notes, database.url.replace('//petstore@', '//reader@'));
    await openAsReader();
    expect(warnings).toEqual([]);
    await query(database.url, 'GRANT SELECT ON notes TO reader');
    await openAsReader();
    expect(warnings).toHaveLength(1);
  } finally {
    await query(database.url, 'DROP OWNED BY reader; DROP ROLE reader');
  }
});
