-- Which carrier a message goes to. The simulator has the number 0 and no row of `carriers`, so that targets name no key.
-- AlterTable
ALTER TABLE "carriers" ADD COLUMN "down_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "message_queue" ADD COLUMN "tried" SMALLINT[] NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "carrier_senders" (
    "carrier_id" SMALLINT NOT NULL,
    "sender" TEXT NOT NULL,

    CONSTRAINT "carrier_senders_pkey" PRIMARY KEY ("carrier_id","sender")
);

-- CreateTable
CREATE TABLE "routes" (
    "id" SERIAL NOT NULL,
    "position" INTEGER NOT NULL,
    "account_id" INTEGER,
    "sender" TEXT,
    "prefix" TEXT,
    "network" TEXT,
    "send_type" "send_type",
    "message_class" "message_class",
    "by_cost" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "routes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "routes_prefix_check" CHECK ("prefix" ~ '^[1-9][0-9]{0,14}$')
);

-- CreateTable
CREATE TABLE "route_targets" (
    "route_id" INTEGER NOT NULL,
    "carrier_id" SMALLINT NOT NULL,
    "tier" SMALLINT NOT NULL DEFAULT 0,
    "weight" SMALLINT NOT NULL DEFAULT 1,
    "cost_micros" BIGINT,

    CONSTRAINT "route_targets_pkey" PRIMARY KEY ("route_id","carrier_id"),
    CONSTRAINT "route_targets_weight_check" CHECK ("weight" > 0),
    CONSTRAINT "route_targets_cost_check" CHECK ("cost_micros" >= 0)
);

-- CreateIndex
CREATE INDEX "routes_account_id_idx" ON "routes"("account_id");

-- AddForeignKey
ALTER TABLE "carrier_senders" ADD CONSTRAINT "carrier_senders_carrier_id_fkey" FOREIGN KEY ("carrier_id") REFERENCES "carriers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "routes" ADD CONSTRAINT "routes_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "route_targets" ADD CONSTRAINT "route_targets_route_id_fkey" FOREIGN KEY ("route_id") REFERENCES "routes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Everything to the simulator, until somebody says otherwise.
INSERT INTO "routes" ("position") VALUES (1000);
INSERT INTO "route_targets" ("route_id", "carrier_id") SELECT "id", 0 FROM "routes";
