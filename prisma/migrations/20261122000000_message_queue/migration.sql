-- The field's words for what the tables hold: messages wait in a queue, and texts that must be read again are encrypted.
ALTER TABLE "messages_under_way" RENAME TO "message_queue";
ALTER TABLE "message_queue" RENAME COLUMN "sealed_body" TO "encrypted_body";
ALTER TABLE "message_queue" RENAME CONSTRAINT "messages_under_way_pkey" TO "message_queue_pkey";
ALTER TABLE "message_queue" RENAME CONSTRAINT "messages_under_way_held_check" TO "message_queue_held_check";
ALTER TABLE "message_queue" RENAME CONSTRAINT "messages_under_way_sealed_check" TO "message_queue_encrypted_check";
ALTER INDEX "messages_under_way_due_idx" RENAME TO "message_queue_due_idx";
ALTER INDEX "messages_under_way_fresh_idx" RENAME TO "message_queue_fresh_idx";
ALTER INDEX "messages_under_way_held_idx" RENAME TO "message_queue_held_idx";
ALTER TABLE "simulated_messages" RENAME COLUMN "sealed_body" TO "encrypted_body";
ALTER TABLE "webhook_secrets" RENAME COLUMN "sealed" TO "encrypted";

-- E-mails that wait with details of this kind.
UPDATE "emails" SET "details" = jsonb_build_object('encrypted', "details"->'sealed') WHERE "details" ? 'sealed';
