-- Events of a network may propose the formats of its ids. The table is short: 500 events of a network. It may be run again
-- after it was applied.
ALTER TABLE "carrier_events" DROP CONSTRAINT IF EXISTS "carrier_events_kind_check";
ALTER TABLE "carrier_events"
  ADD CONSTRAINT "carrier_events_kind_check"
  CHECK ("kind" IN ('bound', 'lost', 'refused', 'throttled', 'down', 'up', 'ids'));
