-- Between which hours and on which days a message may go out, where its sender said so, as `lib/sms/delivery-window` writes it.
-- Null for all others: no row is rewritten.
ALTER TABLE "message_queue" ADD COLUMN "delivery_window" VARCHAR(40);
ALTER TABLE "bulk_sends" ADD COLUMN "delivery_window" VARCHAR(40);
