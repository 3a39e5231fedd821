import { randomUUID } from "node:crypto";
import type { SmppCarrier } from "@/lib/carriers/smpp/carrier";
import {
  endLinkLeasesStatement,
  type LeasedLink,
  type Lessee,
  type LinkRow,
  leaseLinksStatement,
} from "@/lib/carriers/smpp/link-leases.sql";
import { countedMs, now } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";

/** How long a link is a process's own without a word from it, and how often it says one. */
const LEASE_MS = 15_000;
const RENEWAL_MS = 5_000;

/** So long after another process had the links it may have used up the rate: a second, and what clocks are off by. */
const LATELY_MS = 2_000;

const MAX_ERROR_LENGTH = 500;

/** How long leases are, for tests that cannot wait. */
export type LeaseTimes = { leaseMs: number; renewalMs: number };

/** Decides which links of a carrier are open in this process. */
export type LinkOwnership = {
  /** As whom this process holds them. */
  readonly owner: string;
  begin(carrier: SmppCarrier): void;
  /** After the links are closed: others may open them. */
  end(): Promise<void>;
};

/**
 * Has a carrier's links open in one process at a time, all of them in the same (rules: smpp links). A process leases them,
 * says every few seconds how they are, and closes them when it could not say so for as long as the lease lasts.
 */
export class LinkLeases implements LinkOwnership {
  private readonly db: Database;
  private readonly times: LeaseTimes;
  readonly owner = randomUUID();
  private carrier: SmppCarrier | null = null;
  private timer: NodeJS.Timeout | null = null;
  private renewing: Promise<void> | null = null;
  /** Ends the links where the lease ends, though the database has not answered. */
  private leaseEnd: NodeJS.Timeout | null = null;

  constructor(db: Database, times: LeaseTimes = { leaseMs: LEASE_MS, renewalMs: RENEWAL_MS }) {
    this.db = db;
    this.times = times;
  }

  begin(carrier: SmppCarrier): void {
    this.carrier = carrier;
    // One at a time: one that is overtaken would lease once more what was given back.
    const renew = () => {
      this.renewing ??= this.renew(carrier).finally(() => {
        this.renewing = null;
      });
    };
    renew();
    this.timer = setInterval(renew, this.times.renewalMs);
  }

  async end(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    const { carrier } = this;
    this.carrier = null;
    await this.renewing;
    if (this.leaseEnd) clearTimeout(this.leaseEnd);
    if (carrier) await this.db.query(endLinkLeasesStatement(carrier.id, this.owner, now()));
  }

  /**
   * The links that it owns afterwards. Who owns the first owns the carrier: without it nobody gets another, and with it one gets
   * all whose leases have ended. So one process alone counts what goes a second.
   */
  private async lease(lessee: Lessee, links: readonly LinkRow[], lately: Date): Promise<LeasedLink[]> {
    const leased = (some: readonly LinkRow[]) =>
      this.db.query<LeasedLink>(leaseLinksStatement(lessee, some, lately));
    const first = await leased(links.filter(({ number }) => number === 1));
    const rest = links.filter(({ number }) => number > 1);
    return first.length > 0 && rest.length > 0 ? [...first, ...(await leased(rest))] : first;
  }

  private async renew(carrier: SmppCarrier): Promise<void> {
    const at = now();
    const endsAt = countedMs() + this.times.leaseMs;
    const lessee = {
      carrierId: carrier.id,
      owner: this.owner,
      now: at,
      until: new Date(at.getTime() + this.times.leaseMs),
    };
    const lookedAt = performance.now();
    const limits = carrier.rate.limits(lookedAt);
    const links = carrier.links.map((link) => ({
      number: link.number,
      state: link.state.state,
      boundAt: link.state.boundAt,
      lastError: (link.trouble ?? link.state.lastError)?.slice(0, MAX_ERROR_LENGTH) ?? null,
      load: link.load(lookedAt),
      limits,
    }));
    try {
      const lately = new Date(at.getTime() - LATELY_MS);
      const owned = await this.lease(lessee, links, lately);
      const leftMs = endsAt - countedMs();
      // An answer that comes after its lease says nothing of who has the links by now.
      if (leftMs <= 0 || !this.carrier) return;
      const wasHeld = owned.some((link) => link.wasHeld);
      carrier.openLinks(new Set(owned.map(({ number }) => number)), wasHeld);
      if (this.leaseEnd) clearTimeout(this.leaseEnd);
      this.leaseEnd = setTimeout(() => carrier.openLinks(new Set()), leftMs);
    } catch (error) {
      logFailure(error, { carrier: carrier.name }, "the leases of a carrier's links were not renewed");
    }
  }
}
