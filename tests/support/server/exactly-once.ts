import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/** Has the test's database record each time that the network is asked again to take a message that it has. */
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

/** The recorded times. */
export function readSecondTimes(): Promise<{ message: string; afterS: number }[]> {
  return db().query(sql`select message, after_s as "afterS" from asked_again`);
}

/** How many rows still wait: messages, the network's reports of them, deliveries. */
export async function countWaiting(): Promise<number> {
  const [row] = await db().query<{ count: number }>(sql`
    select ((select count(*) from message_queue) + (select count(*) from simulated_reports)
      + (select count(*) from webhook_deliveries where state <> 'delivered'))::int as count`);
  return row?.count ?? -1;
}
