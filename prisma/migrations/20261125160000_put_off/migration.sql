-- How often its carrier has put a message off by rules that say how often they may. No row is rewritten; an older server
-- beside this one counts in its own memory, and leaves the column alone.
ALTER TABLE "message_queue" ADD COLUMN "put_off" SMALLINT NOT NULL DEFAULT 0;
