import { DatabaseUnavailable } from '@petstore/database';
import { connectDatabase, query, until, useTestDatabase, withSearchPath } from '@petstore/database/testing';
import { Deliveries, DeliveryName } from './deliveries.ts';
import { eventsPersistence } from './typeorm-event-log.ts';

const database = useTestDatabase([eventsPersistence]);

let first: Deliveries;
let second: Deliveries;

beforeAll(async () => {
  [first, second] = [new Deliveries(database.source), new Deliveries(await database.connect())];
});

const row = (name: string, place: string | null = null) => ({ name, place, types: null });

it('one program at a time delivers to a receiver, and the next one continues at its place', async () => {
  await first.add(row('receiver'));
  const delivery = await first.begin('receiver');
  expect(await second.begin('receiver')).toBeUndefined();
  await delivery!.requireLock();
  await delivery!.change({ place: 'a place' });
  await delivery!.end();
  const next = await second.begin('receiver');
  expect(next!.row.place).toBe('a place');
  await next!.end();
});

it('programs of two stores in two schemas do not wait for each other, those of one store do, whatever their search paths', async () => {
  await query(database.url, 'CREATE SCHEMA other; CREATE TABLE other.deliveries (LIKE deliveries INCLUDING ALL)');
  await query(database.url, 'CREATE SCHEMA empty');
  const paths = [['other'], ['empty', 'other']];
  const sources = await Promise.all(
    paths.map((path) => connectDatabase(withSearchPath(database.url, ...path), [eventsPersistence])),
  );
  const [other, sameOther] = sources.map((source) => new Deliveries(source));
  for (const deliveries of [first, other!]) await deliveries.add(row('shared'));
  const held = [await first.begin('shared'), await other!.begin('shared')];
  expect(held).not.toContain(undefined);
  expect(await sameOther!.begin('shared')).toBeUndefined();
  for (const delivery of held) await delivery!.end();
  for (const source of sources) await source.destroy();
});

it('shows the place and the types of another program', async () => {
  expect(await second.find('seen')).toBeNull();
  await first.add(row('seen', 'a place'));
  const delivery = await first.begin('seen');
  expect(await second.find('seen')).toMatchObject({ place: 'a place', types: null });
  await delivery!.change({ types: ['pet.created', 'pet.deleted'] });
  expect(await second.find('seen')).toMatchObject({ place: 'a place', types: ['pet.created', 'pet.deleted'] });
  await delivery!.end();
});

it('takes the place that a restore has brought back, and stores its place again if the restore has removed it', async () => {
  await first.add(row('restored', 'of the start'));
  const delivery = (await first.begin('restored'))!;
  expect(await delivery.reload()).toBe(false);
  await query(database.url, "UPDATE deliveries SET place = 'of the dump' WHERE name = 'restored'");
  expect(await delivery.reload()).toBe(true);
  expect(delivery.row.place).toBe('of the dump');
  await query(database.url, "DELETE FROM deliveries WHERE name = 'restored'");
  expect(await delivery.reload()).toBe(true);
  expect(delivery.row.place).toBeNull();
  await delivery.change({ place: 'after the restore' });
  const stored = "SELECT place FROM deliveries WHERE name = 'restored'";
  expect(await query(database.url, stored)).toEqual([{ place: 'after the restore' }]);
  await delivery.end();
});

it('begins before the oldest event if a restore has removed the place, and stores the next one', async () => {
  const delivery = (await first.begin('removed'))!;
  expect(delivery.row).toEqual(row('removed'));
  await delivery.change({ place: 'after the restore' });
  expect(await first.find('removed')).toMatchObject({ place: 'after the restore' });
  await delivery.end();
});

it.each(['', ' ', 'a\nb', '\u001b[2J', 'x'.repeat(256)])('refuses the name %j', (text) =>
  expect(() => DeliveryName.of(text)).toThrow('must be 1 to 255 Unicode characters'),
);

it('stores every name that is allowed', async () => {
  const name = DeliveryName.of('\u{1f415}'.repeat(255)).text;
  await first.add(row(name));
  expect(await first.find(name)).toEqual(row(name));
});

it('a program whose connection has ended notices it before its next attempt, and cannot move the place', async () => {
  await first.add(row('lost'));
  const lost = await first.begin('lost');
  const current = 'SELECT oid FROM pg_database WHERE datname = current_database()';
  const holders = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND database = (${current})`;
  await query(database.url, `SELECT pg_terminate_backend(pid) FROM (${holders}) AS holder`);
  // The lock is free when the process of the connection has ended.
  const next = await until(() => second.begin('lost'));
  await expect(lost!.requireLock()).rejects.toThrow(DatabaseUnavailable);
  await expect(lost!.change({ place: 'an old place' })).rejects.toThrow(DatabaseUnavailable);
  await lost!.end();
  expect(next.row.place).toBeNull();
  await next.end();
});
