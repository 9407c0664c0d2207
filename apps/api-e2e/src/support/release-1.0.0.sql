-- The schema of release 1.0.0, by its own migrations, with animals, keys and an idempotency key that it has stored.
CREATE TABLE migrations (id serial PRIMARY KEY, "timestamp" bigint NOT NULL, name character varying NOT NULL);
INSERT INTO migrations ("timestamp", name) VALUES
  (1795132800000, 'CreatePets1795132800000'),
  (1795132800001, 'CreateApiKeys1795132800001'),
  (1795132800002, 'CreateApiKeyLog1795132800002'),
  (1795132800003, 'CreateIdempotencyKeys1795132800003');

CREATE TABLE pets (
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  category_id bigint NOT NULL,
  status text NOT NULL,
  CONSTRAINT pets_pkey PRIMARY KEY (id),
  CONSTRAINT pets_status_check CHECK (status IN ('available', 'pending', 'sold'))
);
CREATE INDEX pets_status_id_index ON pets (status, id);
INSERT INTO pets (name, category_id, status)
  SELECT 'Pet ' || n, 9007199254740992 + n, (ARRAY['available', 'pending', 'sold'])[1 + n % 3] FROM generate_series(1, 250) AS n;

CREATE TABLE api_keys (
  public_id text NOT NULL,
  name text NOT NULL,
  hint text NOT NULL,
  secret_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  CONSTRAINT api_keys_pkey PRIMARY KEY (public_id),
  CONSTRAINT api_keys_secret_hash_key UNIQUE (secret_hash)
);
ALTER TABLE api_keys ADD COLUMN successor_id text;
CREATE TABLE api_key_log (
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL,
  action text NOT NULL,
  public_id text NOT NULL,
  name text NOT NULL,
  CONSTRAINT api_key_log_pkey PRIMARY KEY (id),
  CONSTRAINT api_key_log_action_check CHECK (action IN ('issued', 'rotated', 'revoked', 'pruned'))
);
INSERT INTO api_keys (public_id, name, hint, secret_hash, revoked_at) VALUES
  ('key_0000000000001', 'front desk', '0000', encode(sha256('pets_000000000000000000000000000000000000000000147e1UQ'), 'hex'), NULL),
  ('key_0000000000002', 'former client', '0000', encode(sha256('pets_00000000000000000000000000000000000000000022COeoi'), 'hex'), now());
INSERT INTO api_key_log (actor, action, public_id, name) VALUES
  ('zoë', 'issued', 'key_0000000000001', 'front desk'),
  ('zoë', 'issued', 'key_0000000000002', 'former client'),
  ('zoë', 'revoked', 'key_0000000000002', 'former client');

CREATE TABLE idempotency_keys (
  owner text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  pet_id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (owner, key)
);
CREATE INDEX idempotency_keys_created_at_index ON idempotency_keys (created_at);
INSERT INTO idempotency_keys (owner, key, fingerprint, pet_id)
  VALUES ('key_0000000000001', 'intake-1', sha256('["Pet 249","9007199254741241","available"]'), 249);
