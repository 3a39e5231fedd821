-- The owner who invites: an invitation ends with the ownership of its inviter. It may be run again after it was applied.
-- AlterTable
ALTER TABLE "invitations" ADD COLUMN IF NOT EXISTS "inviter_id" INTEGER;
