import { SIMULATOR_ID } from "@/lib/carriers/carrier";
import { carrierLoadOf, loadOf } from "@/lib/carriers/load/carrier-load";
import { type Opening, openCarrier, openingProblem } from "@/lib/carriers/open-carrier";
import { carriersWithoutServer } from "@/lib/carriers/process/carriers-without-server";
import { newestRoutes } from "@/lib/carriers/route-table";
import { readIdAdvice } from "@/lib/carriers/smpp/id-advice";
import { MAX_COUNTED, type RowCount } from "@/lib/contracts/admin/health";
import { LINK_STATES, type LinkRecord, type NetworkRecord } from "@/lib/contracts/admin/networks";
import type { Database } from "@/lib/db/client";
import { NO_FIGURES, readFigures } from "@/lib/messages/networks/carrier-figures";
import {
  type AdviceRow,
  type DownRow,
  downReasonsStatement,
  idAdviceStatement,
  type SetUpRow,
  setUpStatement,
  type WaitingRow,
  waitingStatement,
} from "@/lib/messages/networks/list-networks.sql";
import { unratedSenders } from "@/lib/messages/networks/targets/unrated-senders";
import { formatsOf, type IdFormats } from "@/lib/smpp/receipt/message-id";
import { formatNz } from "@/lib/sms/nz-time";

const MAX_LISTED = 100;
const MAX_UNRATED = 5;

const DECLARED = ["stated", "withdrawn"] as const;

type Counts = "waiting" | "begun" | "lastHour" | "lastDay";

const SIMULATOR: Omit<NetworkRecord, Counts> = {
  name: "simulator",
  kind: null,
  state: "up",
  since: null,
  cause: null,
  enabled: true,
  isDraining: false,
  declared: null,
  settings: null,
  links: [],
  load: null,
  idAdvice: null,
  lacks: [],
  unrated: { senders: [], count: 0 },
};

/** The settings that open rows, to test whether they can be opened, and whether a server keeps connections. */
export type ListSetup = Opening & { hasServer: boolean };

/** Lists all networks, the simulator first (rules: carriers). The result contains no secret. */
export async function listNetworks(db: Database, setup: ListSetup, now: Date): Promise<NetworkRecord[]> {
  const [rows, homeless, figures, routes] = await Promise.all([
    readRows(db),
    setup.hasServer ? [] : carriersWithoutServer(db),
    readFigures(db, now),
    newestRoutes(db, now),
  ]);
  const reasons = await downReasons(db, rows);
  const advice = await idAdvices(db, rows);
  const ids = rows.map(({ id }) => id);
  const setUp = await db.query<SetUpRow>(setUpStatement(ids));
  const counts = await db.query<WaitingRow>(waitingStatement([SIMULATOR_ID, ...ids]));
  const queued = new Map(counts.map((row) => [row.carrierId, row]));
  const countsOf = (id: number, name: string): Pick<NetworkRecord, Counts> => ({
    waiting: counted(queued.get(id)?.waiting ?? 0),
    begun: counted(queued.get(id)?.begun ?? 0),
    ...(figures.get(name) ?? { lastHour: NO_FIGURES, lastDay: NO_FIGURES }),
  });
  const networks = rows.map((row): NetworkRecord => {
    const { name, kind, enabled, settings } = row;
    const { isDraining = false, ...shown } = settings as { isDraining?: boolean };
    const links = linksOf(row, now);
    const reason = homeless.find((one) => one.name === name)?.reason ?? problemOf(row, setup, db);
    const hasLinks = setup.kinds[kind]?.hasLinks === true;
    return {
      name,
      kind,
      enabled,
      isDraining,
      links,
      load: enabled ? carrierLoadOf(row, now) : null,
      declared: DECLARED.find((one) => one === row.declared) ?? null,
      idAdvice: advice.get(name) ?? null,
      lacks: lackedBy(setUp.find(({ carrierId }) => carrierId === row.id)),
      unrated: unratedOf(unratedSenders(routes, row.id)),
      ...stateOf({ ...row, isDraining, links, reason, hasLinks, downReason: reasons.get(name) ?? null }),
      settings: JSON.stringify(shown, null, 2),
      ...countsOf(row.id, name),
    };
  });
  return [{ ...SIMULATOR, ...countsOf(SIMULATOR_ID, SIMULATOR.name) }, ...networks];
}

function unratedOf(senders: readonly string[]): NetworkRecord["unrated"] {
  return { senders: senders.slice(0, MAX_UNRATED), count: senders.length };
}

function lackedBy(row: SetUpRow | undefined): NetworkRecord["lacks"] {
  return [row?.hasSenders ? [] : ("senders" as const), row?.hasRoute ? [] : ("route" as const)].flat();
}

/**
 * Returns the error and the time of a rejected newest networks document; null if it was not rejected
 * (rules: networks document).
 */
export async function readRefusal(db: Database): Promise<{ at: string; problem: string } | null> {
  const row = await db.prisma.networksDocument.findUnique({ where: { id: 1 } });
  const { refusedAt = null, problem = null } = row ?? {};
  return refusedAt === null || problem === null ? null : { at: formatNz(refusedAt), problem };
}

function readRows(db: Database) {
  return db.prisma.carrier.findMany({
    orderBy: { name: "asc" },
    take: MAX_LISTED,
    include: { links: { orderBy: { number: "asc" } }, loads: true },
  });
}

/**
 * Returns the reasons that networks are down, from their events (rules: network events). Networks without links store
 * them nowhere else.
 */
async function downReasons(db: Database, rows: readonly Row[]): Promise<Map<string, string>> {
  const down = rows.flatMap(({ name, enabled, downSince }) =>
    enabled && downSince ? [{ name, downSince }] : [],
  );
  if (down.length === 0) return new Map();
  const found = await db.query<DownRow>(downReasonsStatement(down));
  return new Map(found.map(({ name, reason }) => [name, `Last error: ${reason}`]));
}

/**
 * Returns the formats of ids that events propose for networks, if the settings still differ (rules: smpp receipts).
 */
async function idAdvices(db: Database, rows: readonly Row[]): Promise<Map<string, IdFormats>> {
  const linked = rows.filter(({ enabled }) => enabled).map(({ name }) => name);
  if (linked.length === 0) return new Map();
  const found = await db.query<AdviceRow>(idAdviceStatement(linked));
  return new Map(
    found.flatMap(({ name, advice }) => {
      const proposed = readIdAdvice(advice);
      const current = formatsOf(rows.find((row) => row.name === name)?.settings);
      const isSet =
        proposed?.responseIds === current.responseIds && proposed.receiptIds === current.receiptIds;
      return proposed && !isSet ? [[name, proposed] as const] : [];
    }),
  );
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

function counted(count: number): RowCount {
  return { count: Math.min(count, MAX_COUNTED), isMore: count > MAX_COUNTED };
}

/** Returns the reason that a row cannot be opened, without a value of the row; null if it can. */
function problemOf(row: Row, setup: Opening, db: Database): string | null {
  try {
    openCarrier(row, setup, db);
    return null;
  } catch (error) {
    return openingProblem(error);
  }
}

/** Returns the links that a server holds. If it holds none, returns the last ones. */
function linksOf({ enabled, links }: Row, now: Date): LinkRecord[] {
  if (!enabled) return [];
  const held = links.filter(({ lease }) => lease > now);
  const shown = held.length > 0 ? held : links;
  return shown.map((link) => {
    const { number, state, boundAt, lastError, lease } = link;
    const isHeld = lease > now;
    const known = LINK_STATES.find((one) => one === state);
    return {
      number,
      lastError,
      state: (isHeld && known) || "unheld",
      boundAt: isHeld && boundAt ? formatNz(boundAt) : null,
      load: isHeld ? loadOf(link) : null,
    };
  });
}

/** The cause for a network that is up and does not get one-time codes. */
const NO_CODES =
  "It accepts no messages for now. One-time codes go another way; other messages will after 30 seconds.";

type Facts = Pick<Row, "enabled" | "downSince" | "standing"> & {
  isDraining: boolean;
  hasLinks: boolean;
  links: readonly LinkRecord[];
  reason: string | null;
  downReason: string | null;
};

/** Returns the state of a network in one word, and its cause. */
function stateOf(facts: Facts): Pick<NetworkRecord, "state" | "since" | "cause"> {
  const { enabled, downSince, standing, isDraining, hasLinks, links, reason, downReason } = facts;
  if (!enabled) return { state: "disabled", since: null, cause: null };
  if (reason !== null) return { state: "unusable", since: null, cause: reason };
  if (isDraining) return { state: "draining", since: null, cause: null };
  const lastError = links.find(({ lastError: error }) => error !== null)?.lastError ?? null;
  if (downSince !== null)
    return { state: "down", since: formatNz(downSince), cause: lastError ?? downReason };
  if (!hasLinks || links.some(({ state }) => state === "bound"))
    return { state: "up", since: null, cause: standing === "no codes" ? NO_CODES : null };
  const isUnheld = links.length > 0 && links.every(({ state }) => state === "unheld");
  if (isUnheld) return { state: "down", since: null, cause: "No server has its links open." };
  return { state: "connecting", since: null, cause: lastError };
}
