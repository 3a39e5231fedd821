ALTER TABLE "email_submissions" DROP CONSTRAINT IF EXISTS "email_submissions_message_id_fkey";
ALTER TABLE "inbound_messages" DROP CONSTRAINT IF EXISTS "inbound_messages_related_message_id_fkey";

SELECT partition_by_month('messages', 'id');

-- Checked by the migration that follows, while others write.
ALTER TABLE "email_submissions" ADD CONSTRAINT "email_submissions_message_id_fkey"
  FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
ALTER TABLE "inbound_messages" ADD CONSTRAINT "inbound_messages_related_message_id_fkey"
  FOREIGN KEY ("related_message_id") REFERENCES "messages"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
