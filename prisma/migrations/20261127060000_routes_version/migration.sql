-- How often what routes go by has changed: acceptance takes a message only where it was routed by the newest.
-- CreateTable
CREATE TABLE "routes_version" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 0,
    "changed_by" BIGINT,

    CONSTRAINT "routes_version_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "routes_version" ADD CONSTRAINT "routes_version_one" CHECK (id = 1);
INSERT INTO "routes_version" DEFAULT VALUES;

-- Each transaction counts once, as it commits: its row is the last that is locked, so that nobody waits for another one's
-- with it.
CREATE FUNCTION count_routes_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE routes_version SET version = version + 1, changed_by = pg_current_xact_id()::text::bigint
  WHERE changed_by IS DISTINCT FROM pg_current_xact_id()::text::bigint;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER routes_counted AFTER INSERT OR UPDATE OR DELETE ON "routes"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_routes_version();
CREATE CONSTRAINT TRIGGER route_targets_counted AFTER INSERT OR UPDATE OR DELETE ON "route_targets"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_routes_version();
CREATE CONSTRAINT TRIGGER carrier_senders_counted AFTER INSERT OR UPDATE OR DELETE ON "carrier_senders"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_routes_version();
CREATE CONSTRAINT TRIGGER blocked_destinations_counted AFTER INSERT OR UPDATE OR DELETE ON "blocked_destinations"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_routes_version();
-- Whether a carrier is up changes nothing of this: what waits for one that is down goes elsewhere.
CREATE CONSTRAINT TRIGGER carriers_counted AFTER INSERT OR UPDATE OF enabled, settings OR DELETE ON "carriers"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_routes_version();
