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

/** The duration of a link's lease, and the interval of its renewals. */
const LEASE_MS = 15_000;
const RENEWAL_MS = 5_000;

/**
 * The time for which another process's use of the links may count in the rate: a second, and the clocks'
 * inaccuracy.
 */
const LATELY_MS = 2_000;

const MAX_ERROR_LENGTH = 500;

/** The times of leases, which tests shorten. */
export type LeaseTimes = { leaseMs: number; renewalMs: number };

/** Decides which links of a carrier are open in this process. */
export type LinkOwnership = {
  /** The name under which this process holds links. */
  readonly owner: string;
  begin(carrier: SmppCarrier): void;
  /** Releases the links after they are closed, so that others may open them. */
  end(): Promise<void>;
};

/**
 * Leases a carrier's links to one process at a time, all of them to the same one (rules: smpp links). The
 * process renews the leases and writes the links' states every few seconds. It closes the links if a lease
 * ends without renewal.
 */
export class LinkLeases implements LinkOwnership {
  private readonly db: Database;
  private readonly times: LeaseTimes;
  readonly owner = randomUUID();
  private carrier: SmppCarrier | null = null;
  private timer: NodeJS.Timeout | null = null;
  private renewing: Promise<void> | null = null;
  /** Closes the links when the lease ends, even if the database has not answered. */
  private leaseEnd: NodeJS.Timeout | null = null;

  constructor(db: Database, times: LeaseTimes = { leaseMs: LEASE_MS, renewalMs: RENEWAL_MS }) {
    this.db = db;
    this.times = times;
  }

  begin(carrier: SmppCarrier): void {
    this.carrier = carrier;
    // Renewals run one at a time. A delayed one could otherwise renew a lease that was released.
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
   * Leases links, and returns those that this process owns afterwards. The owner of the first link owns the
   * carrier: it gets all other links whose leases have ended, and other processes get none. So one process
   * alone counts the rate.
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
      // An answer that arrives after its lease's end does not show the current owner of the links.
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
