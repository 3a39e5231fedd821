-- How often what routes go by has changed: acceptance takes a message only where it was routed by the newest.
-- CreateTable
CREATE TABLE "routes_version" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "routes_version_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "routes_version" ADD CONSTRAINT "routes_version_one" CHECK (id = 1);
INSERT INTO "routes_version" DEFAULT VALUES;

CREATE FUNCTION count_routes_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE routes_version SET version = version + 1;
  RETURN NULL;
END $$;

CREATE TRIGGER routes_counted AFTER INSERT OR UPDATE OR DELETE ON "routes"
  FOR EACH STATEMENT EXECUTE FUNCTION count_routes_version();
CREATE TRIGGER route_targets_counted AFTER INSERT OR UPDATE OR DELETE ON "route_targets"
  FOR EACH STATEMENT EXECUTE FUNCTION count_routes_version();
CREATE TRIGGER carrier_senders_counted AFTER INSERT OR UPDATE OR DELETE ON "carrier_senders"
  FOR EACH STATEMENT EXECUTE FUNCTION count_routes_version();
CREATE TRIGGER blocked_destinations_counted AFTER INSERT OR UPDATE OR DELETE ON "blocked_destinations"
  FOR EACH STATEMENT EXECUTE FUNCTION count_routes_version();
-- Whether a carrier is up changes nothing of this: what waits for one that is down goes elsewhere.
CREATE TRIGGER carriers_counted AFTER INSERT OR UPDATE OF enabled, settings OR DELETE ON "carriers"
  FOR EACH STATEMENT EXECUTE FUNCTION count_routes_version();
