-- Three roles for Marina on PostgreSQL 15 or newer, so that the service cannot change what protects its trail.
-- For a superuser, in Marina's own database, and once more when `marina migrate`, `marina move` or `marina restore` has made
-- the tables: what is default for new tables cannot leave any of them out. The roles get no password here.
--
--   marina_owner     owns the tables, and makes and changes them: `marina migrate`, `marina move`
--   marina_app       is the service: it reads and writes rows, and of the trail it only adds them. It cannot drop or
--                    switch off a trigger, empty a table, or make one in the schema
--   marina_verifier  only reads: `marina audit verify`, `marina audit export`, `pg_dump`

DO $$
DECLARE
  role text;
BEGIN
  FOREACH role IN ARRAY ARRAY['marina_owner', 'marina_app', 'marina_verifier'] LOOP
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = role) THEN
      EXECUTE format('CREATE ROLE %I LOGIN', role);
    END IF;
  END LOOP;
END
$$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO marina_owner;
GRANT USAGE ON SCHEMA public TO marina_app, marina_verifier;

-- What the owner makes from now on, with this release or a later one.
ALTER DEFAULT PRIVILEGES FOR ROLE marina_owner IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO marina_app;
ALTER DEFAULT PRIVILEGES FOR ROLE marina_owner IN SCHEMA public
  GRANT SELECT ON TABLES TO marina_verifier;
ALTER DEFAULT PRIVILEGES FOR ROLE marina_owner IN SCHEMA public
  GRANT SELECT ON SEQUENCES TO marina_verifier;

-- What is there already. Where another role has made it, `REASSIGN OWNED BY … TO marina_owner` comes first.
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO marina_app;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO marina_verifier;
GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO marina_verifier;

-- The trail, its tree and its checkpoints are only added to. Triggers refuse the rest to everybody, and these privileges to
-- the service.
DO $$
DECLARE
  kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['audit_entries', 'audit_tree', 'audit_checkpoints'] LOOP
    IF to_regclass(format('public.%I', kept)) IS NOT NULL THEN
      EXECUTE format('REVOKE UPDATE, DELETE ON public.%I FROM marina_app', kept);
    END IF;
  END LOOP;
END
$$;
