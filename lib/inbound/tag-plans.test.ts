import { expect, it } from "vitest";
import { accountTagsStatement } from "@/lib/contacts/tags/tags.sql";
import { db } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { conversationsStatement } from "@/lib/inbound/list-inbound.sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

async function planOf({ text, values }: Sql): Promise<string> {
  const rows = await db().query<Record<string, string>>({ text: `explain ${text}`, values });
  return rows.map((row) => Object.values(row)[0]).join("\n");
}

it("conversations are read along an index, those with a tag by it, and an account's tags one by one", async () => {
  const { accountId } = await testAccount();
  await db().query(sql`
    insert into inbound_messages (id, account_id, msisdn, shortcode, body, encoding, received_at, carrier, carrier_reference)
    select gen_random_uuid(), ${accountId}, '6421' || (g % 500), '552', 'Kia ora', 'GSM-7',
      now() - g * interval '1 minute', 'test', g::text from generate_series(1, 2000) g`);
  await db().query(sql`
    insert into conversation_tags (account_id, msisdn, tag, since)
    select ${accountId}, '6421' || g, 'Tag ' || (g % 100), now() from generate_series(0, 499) g`);
  await db().query(sql`analyze inbound_messages, conversation_tags`);
  const stretch = { place: null, direction: "older", limit: 26 } as const;
  const all = await planOf(conversationsStatement(accountId, { number: null, tag: null }, stretch));
  expect(all).toContain("inbound_messages_account_id_received_at_id_idx");
  expect(all).not.toContain("Sort Key: i.received_at");
  const tagged = await planOf(conversationsStatement(accountId, { number: null, tag: "tag 7" }, stretch));
  expect(tagged).toContain("Scan using conversation_tags_account_id_tag_idx");
  expect(tagged).toContain("Scan using inbound_messages_msisdn_idx");
  const tags = await planOf(accountTagsStatement(accountId, 100));
  expect(tags.match(/Scan using conversation_tags_account_id_tag_idx/g)).toHaveLength(2);
  for (const plan of [all, tagged, tags]) expect(plan).not.toMatch(/Seq Scan on (?:conversation|inbound)/);
});
