/** A connection of release 1.0.0. */
interface Connection {
  query<T>(sql: string, parameters: unknown[]): Promise<T>;
}

/**
 * Returns the public id of the key that release 1.0.0 accepts for this hash of a secret. It answers 401 if there is none. The key
 * has full access, because that release knows no other.
 */
export async function verifyKey100(connection: Connection, secretHash: string): Promise<string | undefined> {
  const rows = await connection.query<
    { key_public_id: string; now: Date; key_expires_at: Date; key_revoked_at: Date }[]
  >(
    `SELECT "key"."public_id" AS "key_public_id", "key"."name" AS "key_name", "key"."hint" AS "key_hint",
       "key"."secret_hash" AS "key_secret_hash", "key"."created_at" AS "key_created_at",
       "key"."expires_at" AS "key_expires_at", "key"."revoked_at" AS "key_revoked_at",
       "key"."last_used_at" AS "key_last_used_at", "key"."successor_id" AS "key_successor_id", clock_timestamp() AS "now"
     FROM "api_keys" "key" WHERE "key"."secret_hash" = $1`,
    [secretHash],
  );
  const [row] = rows;
  if (!row || row.key_revoked_at || (row.key_expires_at && row.key_expires_at <= row.now)) return undefined;
  return row.key_public_id;
}

/** Issues a key as release 1.0.0 does. Its name is its public id. */
export async function issueKey100(connection: Connection, publicId: string, secretHash: string): Promise<void> {
  await insertKey(connection, publicId, secretHash);
  await insertLogEntry(connection, 'issued', publicId);
}

/** Rotates a key as release 1.0.0 does, but not in one transaction. */
export async function rotateKey100(
  connection: Connection,
  publicId: string,
  successor: { readonly publicId: string; readonly secretHash: string },
): Promise<void> {
  const change = 'UPDATE api_keys SET expires_at = $2, revoked_at = NULL, successor_id = $3 WHERE public_id = $1';
  await connection.query(change, [publicId, new Date(Date.now() + 3_600_000), successor.publicId]);
  await insertKey(connection, successor.publicId, successor.secretHash);
  await insertLogEntry(connection, 'rotated', publicId);
  await insertLogEntry(connection, 'issued', successor.publicId);
}

async function insertKey(connection: Connection, publicId: string, secretHash: string): Promise<void> {
  await connection.query(
    `INSERT INTO api_keys (public_id, name, hint, secret_hash, created_at, expires_at, revoked_at, last_used_at, successor_id)
     VALUES ($1, $1, 'pets_0000', $2, now(), DEFAULT, DEFAULT, DEFAULT, DEFAULT)`,
    [publicId, secretHash],
  );
}

async function insertLogEntry(connection: Connection, action: string, publicId: string): Promise<void> {
  await connection.query(
    `INSERT INTO api_key_log (at, actor, action, public_id, name) VALUES (DEFAULT, 'zoë', $1, $2, $2)`,
    [action, publicId],
  );
}
