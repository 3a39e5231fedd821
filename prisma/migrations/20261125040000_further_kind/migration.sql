-- AlterEnum. On its own: a transaction cannot use a value that it has added.
ALTER TYPE "webhook_kind" ADD VALUE 'further';
