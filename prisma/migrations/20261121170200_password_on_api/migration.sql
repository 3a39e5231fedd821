-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "password_on_api" BOOLEAN NOT NULL DEFAULT true;
