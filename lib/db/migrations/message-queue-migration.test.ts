import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate } from "@/lib/db/migrations/migrate";
import { newId } from "@/lib/ids";
import { databaseBefore, type Earlier } from "@/tests/support/database/before-migration";

let earlier: Earlier;
let client: pg.Client;
beforeAll(async () => {
  earlier = await databaseBefore("20261121080000");
  client = earlier.client;
});
afterAll(() => earlier.remove());

/** Inserts a message in the earlier form: its columns beside the common ones. */
async function message(columns: Record<string, unknown>): Promise<string> {
  const id = newId();
  const row = {
    id,
    account_id: 1,
    send_type: "sms",
    message_class: "transactional",
    sender: "552",
    msisdn: "64211234567",
    body: "Hello",
    encoding: "GSM-7",
    parts: 1,
    accepted_at: "2026-11-20T23:00:00Z",
    status: "PENDING",
    held_hosts: [],
    ...columns,
  };
  const names = Object.keys(row);
  await client.query(
    `insert into messages (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")})`,
    Object.values(row),
  );
  return id;
}

it("takes along what is under way, who has it, and what the simulated network owes", async () => {
  await client.query(
    "insert into accounts (id, email, name, password_hash, country, created_at) values (1, 'a@example.com', 'A', 'none', 'NZ', now())",
  );
  const due = await message({ due_at: "2026-11-21T07:00:00Z" });
  const held = await message({ held_hosts: ["example.com"] });
  const encrypted = {
    send_type: "otp",
    sealed_body: Buffer.from("encrypted"),
    first_tried_at: "2026-11-20T23:00:01Z",
  };
  const tried = await message({ ...encrypted, due_at: "2026-11-20T23:01:00Z", attempts: 3 });
  const taken = { carrier: "simulator", submitted_at: "2026-11-20T23:00:02Z", attempts: 1 };
  const sent = await message({ ...taken, carrier_reference: "a reference" });
  const settled = { status: "DELIVRD", status_code: 1, status_at: "2026-11-20T23:00:03Z" };
  const delivered = await message({ ...taken, ...settled, carrier_reference: "another" });
  const failed = await message({ status: "FAILED", status_code: 16, status_at: "2026-11-20T23:00:03Z" });
  const handset = newId();
  await client.query(
    `insert into simulated_messages (reference, client_reference, sender, msisdn, body, received_at, reports_sent, next_report_at)
     values ($1, $2, '552', '64211239904', 'Hello', now(), 1, '2026-11-20T23:00:05Z')`,
    [handset, sent],
  );

  await migrate(earlier.url);

  const inFlight = await client.query(
    "select message_id, held, due_at, attempts, encrypted_body from message_queue order by message_id",
  );
  const row = { held: false, due_at: null, attempts: 0, encrypted_body: null };
  expect(inFlight.rows).toEqual([
    { ...row, message_id: due, due_at: new Date("2026-11-21T07:00:00Z") },
    { ...row, message_id: held, held: true },
    {
      message_id: tried,
      held: false,
      due_at: new Date("2026-11-20T23:01:00Z"),
      attempts: 3,
      encrypted_body: Buffer.from("encrypted"),
    },
    { ...row, message_id: sent, attempts: 1 },
  ]);
  const submissions = await client.query("select message_id, reference from carrier_submissions order by 1");
  expect(submissions.rows).toEqual([
    { message_id: sent, reference: "a reference" },
    { message_id: delivered, reference: "another" },
  ]);
  const owed = await client.query('select "references", codes, given from simulated_reports');
  expect(owed.rows).toEqual([{ references: [handset], codes: [4, 1], given: 1 }]);
  const { rows } = await client.query("select id from messages where failed_status is not null");
  expect(rows).toEqual([{ id: failed }]);
});
