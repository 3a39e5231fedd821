import { hasKey, prepared, type Sql, sql } from "@/lib/db/sql";
import type { Part } from "@/lib/inbound/parts/join";
import type { Language } from "@/lib/smpp/text/gsm";
import type { Alphabet } from "@/lib/smpp/text/text";

/** A part as it is stored. */
export type PartRow = {
  msisdn: string;
  shortcode: string;
  reference: number;
  bits: 8 | 16;
  total: number;
  number: number;
  octets: Buffer;
  dataCoding: number;
  alphabet: Alphabet;
  locking: Language | 0;
  single: Language | 0;
  network: string | null;
  receivedAt: Date;
};

/** Reads all parts of handsets, as `PartRow`. */
export function findPartsStatement(carrier: string, msisdns: readonly string[]): Sql {
  return prepared(
    "inbound-parts-find",
    sql`
    select p.msisdn, p.shortcode, p.reference, p.reference_bits as bits, p.total, p.number, p.octets,
      p.data_coding as "dataCoding", p.alphabet, p.locking_table as locking, p.single_table as single, p.network,
      p.received_at as "receivedAt"
    from unnest(${msisdns}::text[]) as g (msisdn)
    cross join lateral (select * from inbound_parts where carrier = ${carrier} and msisdn = g.msisdn offset 0) p`,
  );
}

/** The recognised hashes, and the number of the carrier's parts. */
export type KnownRow = { seen: string[]; count: number };

/** Reads the `hashes` that were passed on after `since`, and counts the carrier's parts up to `max`: one row. */
export function knownPartsStatement(
  carrier: string,
  { hashes, since, max }: { hashes: readonly Buffer[]; since: Date; max: number },
): Sql {
  return prepared(
    "inbound-parts-known",
    sql`
    select array(
      select encode(s.hash, 'hex') from unnest(${toHex(hashes)}::bytea[]) as g (hash)
      cross join lateral (
        select hash from inbound_seen
        where carrier = ${carrier} and hash = g.hash and seen_at > ${since}::timestamptz offset 0) s) as seen,
      (select count(*)::int from (select 1 from inbound_parts where carrier = ${carrier} limit ${max}) p) as count`,
  );
}

/** Deletes all parts of messages. `parts` has one part of each. */
export function deletePartsStatement(carrier: string, parts: readonly Part[]): Sql {
  const each = <Value>(of: (part: Part) => Value) => parts.map(of);
  return prepared(
    "inbound-parts-delete",
    sql`
    delete from inbound_parts p
    using unnest(
      ${each(({ from }) => from)}::text[],
      ${each(({ to }) => to)}::text[],
      ${each(({ part }) => part.reference)}::int[],
      ${each(({ part }) => part.bits)}::smallint[],
      ${each(({ part }) => part.total)}::smallint[]
    ) as g (msisdn, shortcode, reference, bits, total)
    where ${hasKey(
      sql`p.carrier, p.msisdn, p.shortcode, p.reference, p.reference_bits, p.total`,
      sql`${carrier}, g.msisdn, g.shortcode, g.reference, g.bits, g.total`,
    )}`,
  );
}

/** Stores parts. */
export function storePartsStatement(carrier: string, parts: readonly Part[]): Sql {
  const each = <Value>(of: (part: Part) => Value) => parts.map(of);
  return prepared(
    "inbound-parts-store",
    sql`
    insert into inbound_parts (carrier, msisdn, shortcode, reference, reference_bits, total, number, octets, data_coding,
      alphabet, locking_table, single_table, network, received_at)
    select ${carrier}, g.* from unnest(
      ${each(({ from }) => from)}::text[],
      ${each(({ to }) => to)}::text[],
      ${each(({ part }) => part.reference)}::int[],
      ${each(({ part }) => part.bits)}::smallint[],
      ${each(({ part }) => part.total)}::smallint[],
      ${each(({ part }) => part.number)}::smallint[],
      ${toHex(each(({ part }) => part.octets))}::bytea[],
      ${each(({ part }) => part.terms.dataCoding)}::smallint[],
      ${each(({ part }) => part.terms.alphabet)}::text[],
      ${each(({ part }) => part.terms.tables?.locking ?? 0)}::smallint[],
      ${each(({ part }) => part.terms.tables?.single ?? 0)}::smallint[],
      ${each(({ network }) => network)}::text[],
      ${each(({ receivedAt }) => receivedAt)}::timestamptz[]
    ) as g`,
  );
}

/** Stores the hashes of parts that were passed on. */
export function rememberPartsStatement(carrier: string, hashes: readonly Buffer[], now: Date): Sql {
  return prepared(
    "inbound-parts-remember",
    sql`
    insert into inbound_seen (carrier, hash, seen_at)
    select ${carrier}, g.hash, ${now}::timestamptz from (
      select distinct hash from unnest(${toHex(hashes)}::bytea[]) as u (hash) order by hash) g
    on conflict (carrier, hash) do update set seen_at = excluded.seen_at`,
  );
}

/**
 * Reads the handsets with messages that have waited since `bound`, at most `limit` parts of them, with their
 * carriers.
 */
export function overduePartsStatement(bound: Date, limit: number): Sql {
  return sql`
    select distinct o.carrier, o.msisdn from (
      select carrier, msisdn from inbound_parts where received_at <= ${bound}
      order by received_at limit ${limit}) o`;
}

function toHex(octets: readonly Buffer[]): string[] {
  return octets.map((value) => `\\x${value.toString("hex")}`);
}
