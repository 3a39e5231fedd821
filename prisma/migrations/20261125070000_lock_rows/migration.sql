-- Rows that are only locked. They take the place of advisory locks, which a node of a cluster keeps to itself.
-- CreateTable
CREATE TABLE "lock_rows" (
    "kind" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,

    CONSTRAINT "lock_rows_pkey" PRIMARY KEY ("kind","slot")
);

-- What Prisma's schema language cannot say: which slots there are, and all of them from the beginning.
ALTER TABLE "lock_rows" ADD CONSTRAINT "lock_rows_slot_check" CHECK ("slot" BETWEEN 0 AND 255);

INSERT INTO "lock_rows" ("kind", "slot")
SELECT k.kind, s.slot
FROM unnest(ARRAY['inbound_parts', 'auto_replies', 'domain_decisions']) AS k (kind), generate_series(0, 255) AS s (slot)
UNION ALL
SELECT 'ported_import', 0;
