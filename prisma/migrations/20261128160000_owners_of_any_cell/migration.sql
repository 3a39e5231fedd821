-- The owner of a shortcode, of a first word or of a route may be an account of another cell (rules: shared tables).
ALTER TABLE "shortcodes" DROP CONSTRAINT IF EXISTS "shortcodes_owner_id_fkey";
ALTER TABLE "inbound_keywords" DROP CONSTRAINT IF EXISTS "inbound_keywords_account_id_fkey";
ALTER TABLE "routes" DROP CONSTRAINT IF EXISTS "routes_account_id_fkey";
