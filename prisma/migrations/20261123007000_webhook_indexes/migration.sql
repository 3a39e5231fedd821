-- Events of messages in alone are looked up by these: the events of reports need no entry.
DROP INDEX "webhook_deliveries_inbound_id_idx";
CREATE INDEX "webhook_deliveries_inbound_id_idx" ON "webhook_deliveries" ("inbound_id") WHERE "inbound_id" IS NOT NULL;

-- Before its first attempt an event has no response to be found by.
DROP INDEX "webhook_deliveries_response_idx";
CREATE INDEX "webhook_deliveries_response_idx"
  ON "webhook_deliveries" ("account_id", "kind", "response_code", "created_at" DESC) WHERE "attempted_at" IS NOT NULL;
