import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/** Makes the test's database record each repeated submission of a message that the network has. */
export async function noteSecondTimes(): Promise<void> {
  await db().query(sql`create table asked_again (message text, after_s float8)`);
  await db().query(sql`
    create function note_asked_again() returns trigger language plpgsql as $$ begin
      insert into asked_again
        values (old.client_reference, extract(epoch from clock_timestamp() - old.received_at));
      return new;
    end $$`);
  await db().query(sql`
    create trigger asked_again before update on simulated_messages
      for each row execute function note_asked_again()`);
}

/** Returns the recorded repetitions. */
export function readSecondTimes(): Promise<{ message: string; afterS: number }[]> {
  return db().query(sql`select message, after_s as "afterS" from asked_again`);
}

/** Returns the number of waiting rows: messages, the network's reports on them, deliveries. */
export async function countWaiting(): Promise<number> {
  const [row] = await db().query<{ count: number }>(sql`
    select ((select count(*) from message_queue) + (select count(*) from simulated_reports)
      + (select count(*) from webhook_deliveries where state <> 'delivered'))::int as count`);
  return row?.count ?? -1;
}
