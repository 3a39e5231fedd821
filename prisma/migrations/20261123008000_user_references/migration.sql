-- Of a report that repeats what the message was submitted with.
ALTER TABLE "parked_reports" ADD COLUMN "user_reference" INTEGER;
