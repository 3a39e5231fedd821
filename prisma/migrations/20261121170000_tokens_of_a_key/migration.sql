-- DropIndex
DROP INDEX "access_tokens_api_key_id_idx";

-- CreateIndex
CREATE INDEX "access_tokens_api_key_id_created_at_token_hash_idx" ON "access_tokens"("api_key_id", "created_at" DESC, "token_hash");

-- Tokens of keys that are disabled have ended: enabling such a key must not bring them back.
DELETE FROM "access_tokens" t USING "api_keys" k WHERE k."id" = t."api_key_id" AND k."disabled_at" IS NOT NULL;
