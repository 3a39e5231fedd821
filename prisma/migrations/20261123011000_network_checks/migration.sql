-- What Prisma's schema language cannot say. The tables are short: a route file's list, and 500 events of a network.

ALTER TABLE "blocked_destinations"
  ADD CONSTRAINT "blocked_destinations_prefix_check" CHECK ("prefix" ~ '^[1-9][0-9]{0,14}$');

ALTER TABLE "carrier_events"
  ADD CONSTRAINT "carrier_events_kind_check"
  CHECK ("kind" IN ('bound', 'lost', 'refused', 'throttled', 'down', 'up'));
