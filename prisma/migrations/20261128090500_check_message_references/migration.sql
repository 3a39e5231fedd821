ALTER TABLE "email_submissions" VALIDATE CONSTRAINT "email_submissions_message_id_fkey";
ALTER TABLE "inbound_messages" VALIDATE CONSTRAINT "inbound_messages_related_message_id_fkey";

DROP FUNCTION IF EXISTS partition_by_month;
