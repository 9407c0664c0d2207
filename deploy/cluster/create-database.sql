-- Execute it once, as the superuser, on the leader: psql -h 10.20.0.5 -p 5433 -U postgres -f create-database.sql
CREATE ROLE petstore LOGIN PASSWORD 'petstore-secret';
CREATE DATABASE petstore OWNER petstore ENCODING 'UTF8' TEMPLATE template0;

-- PgBouncer ignores the settings that the service sends with each connection (ignore_startup_parameters). These are the same timeouts:
-- DATABASE_STATEMENT_TIMEOUT, nine tenths of it, and DATABASE_STATEMENT_TIMEOUT. Change both places: the service refuses others.
ALTER ROLE petstore SET statement_timeout = '1500ms';
ALTER ROLE petstore SET lock_timeout = '1350ms';
ALTER ROLE petstore SET idle_in_transaction_session_timeout = '1500ms';
-- PostgreSQL keeps the plans of prepared statements, and a plan for a small table must not read all of it after it has grown.
ALTER ROLE petstore SET enable_seqscan = off;
