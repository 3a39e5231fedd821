-- Reads each table once, while others read and write it.
ALTER TABLE "messages" VALIDATE CONSTRAINT "messages_bound_check";
ALTER TABLE "carrier_submissions" VALIDATE CONSTRAINT "carrier_submissions_bound_check";
ALTER TABLE "delivery_reports" VALIDATE CONSTRAINT "delivery_reports_bound_check";
