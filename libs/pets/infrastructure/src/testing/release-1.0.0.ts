/**
 * The statement with which release 1.0.0 creates a pet with an idempotency key. That release writes no `kind` and `created_id`.
 * Parameters: owner, key, fingerprint in hexadecimal, name, category id, status. Returns the id and the stored fingerprint.
 */
export const insertPetOnce100 = `WITH remembered AS (
    INSERT INTO idempotency_keys AS known (owner, key, fingerprint, pet_id)
    VALUES ($1, $2, decode($3, 'hex'), pg_catalog.nextval(pg_get_serial_sequence('pets', 'id')))
    ON CONFLICT (owner, key) DO UPDATE SET fingerprint = CASE WHEN known.created_at > now() - interval '86400000 milliseconds' THEN known.fingerprint ELSE excluded.fingerprint END, pet_id = CASE WHEN known.created_at > now() - interval '86400000 milliseconds' THEN known.pet_id ELSE excluded.pet_id END, created_at = CASE WHEN known.created_at > now() - interval '86400000 milliseconds' THEN known.created_at ELSE excluded.created_at END
    RETURNING pet_id, fingerprint
  ), inserted AS (
    INSERT INTO pets (id, name, category_id, status) OVERRIDING SYSTEM VALUE SELECT pet_id, $4, $5, $6 FROM remembered WHERE pet_id = pg_catalog.currval(pg_get_serial_sequence('pets', 'id'))
  )
  SELECT pet_id, encode(fingerprint, 'hex') FROM remembered`;
