#!/bin/sh
# PostgreSQL 18 has keys WITHOUT OVERLAPS, foreign keys that are NOT ENFORCED and virtual columns. drizzle-kit reads all of them from a
# database without a message, and writes a migration with an ordinary key, an enforced foreign key and a stored column. So a database that
# is made of that migration accepts two bookings of one room for the same night, and refuses rows that the original accepts.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --loglevel=error --no-audit --no-fund --engine-strict=false --ignore-scripts --prefix . drizzle-kit@0.31.11 drizzle-orm@0.45.4 \
  @electric-sql/pglite@0.5.17 >npm.log
cat >drizzle.config.json <<'CONFIG'
{ "dialect": "postgresql", "driver": "pglite", "dbCredentials": { "url": "./original" }, "out": "./pulled" }
CONFIG
cat >create.mjs <<'SCRIPT'
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';

const db = await PGlite.create('./original', { extensions: { btree_gist } });
await db.exec(`
  CREATE EXTENSION btree_gist;
  CREATE TABLE rooms (id bigint PRIMARY KEY, price integer NOT NULL, gross integer GENERATED ALWAYS AS (price * 2) VIRTUAL);
  CREATE TABLE bookings (room bigint, nights daterange,
    CONSTRAINT once PRIMARY KEY (room, nights WITHOUT OVERLAPS),
    CONSTRAINT booked FOREIGN KEY (room) REFERENCES rooms NOT ENFORCED)`);
await db.close();
SCRIPT
cat >compare.mjs <<'SCRIPT'
import { readdirSync, readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';

const file = readdirSync('pulled').find((name) => name.endsWith('.sql'));
// drizzle-kit says that its comment must be removed before the migration is executed.
const migration = readFileSync(`pulled/${file}`, 'utf8').replace(/^--.*$/gm, '').replace(/\/\*|\*\//g, '');
console.log(migration.match(/.*(GENERATED|CONSTRAINT "once"|CONSTRAINT "booked").*/g).join('\n'));
const copy = await PGlite.create();
await copy.exec(migration);
const original = await PGlite.create('./original', { extensions: { btree_gist } });
for (const [name, db] of Object.entries({ original, copy })) {
  const insert = async (booking) => {
    const answer = db.query(`INSERT INTO bookings VALUES ${booking}`);
    console.log(`${name}: ${booking}: ${await answer.then(() => 'accepted', ({ message }) => message)}`);
  };
  await insert("(9, '[2026-12-24,2026-12-26)')");
  await db.query('INSERT INTO rooms (id, price) VALUES (1, 50)');
  await insert("(1, '[2026-12-24,2026-12-26)')");
  await insert("(1, '[2026-12-25,2026-12-27)')");
}
process.exit();
SCRIPT
node create.mjs
npx drizzle-kit --version | grep drizzle-kit | tee seen
npx drizzle-kit pull >pull.log 2>&1 || { cat pull.log; exit 1; }
node compare.mjs | tee -a seen
cat >expected <<'SEEN'
drizzle-kit: v0.31.11
	"gross" integer GENERATED ALWAYS AS ((price * 2)) STORED
	CONSTRAINT "once" PRIMARY KEY("room","nights")
ALTER TABLE "bookings" ADD CONSTRAINT "booked" FOREIGN KEY ("room") REFERENCES "public"."rooms"("id") ON DELETE no action ON UPDATE no action;
original: (9, '[2026-12-24,2026-12-26)'): accepted
original: (1, '[2026-12-24,2026-12-26)'): accepted
original: (1, '[2026-12-25,2026-12-27)'): conflicting key value violates exclusion constraint "once"
copy: (9, '[2026-12-24,2026-12-26)'): insert or update on table "bookings" violates foreign key constraint "booked"
copy: (1, '[2026-12-24,2026-12-26)'): accepted
copy: (1, '[2026-12-25,2026-12-27)'): accepted
SEEN
diff expected seen
