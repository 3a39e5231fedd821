import type { LinkLoss } from "@/lib/carriers/smpp/back-off";
import { isRefusedLogin } from "@/lib/carriers/smpp/binds/bind-refusals";
import type { SmppSettings } from "@/lib/carriers/smpp/settings";
import { connect, type LinkAddress } from "@/lib/smpp/session/connect";

/**
 * Returns the hosts of a network in the order in which they are tried, each with the name that its
 * certificate must have.
 */
export function hostsOf({
  host,
  port,
  tls,
  alternates,
}: Pick<SmppSettings, "host" | "port" | "tls" | "alternates">): LinkAddress[] {
  const others = alternates.map(({ host: other, port: otherPort = port, serverName }) => ({
    host: other,
    port: otherPort,
    tls: tls && { ...tls, ...(serverName !== undefined && { serverName }) },
  }));
  return [{ host, port, tls }, ...others];
}

/** Chooses the host of one link (rules: smpp links). */
export class HostChoice {
  private readonly hosts: readonly LinkAddress[];
  private readonly timers: SmppSettings["timers"];
  private readonly random: () => number;
  private index = 0;
  /** The number of hosts that failed in a row. */
  private failures = 0;
  private refusal: number | null = null;
  private firstFailure: string | null = null;
  private isReturning = false;

  constructor(settings: SmppSettings, random: () => number = Math.random) {
    this.hosts = hostsOf(settings);
    this.timers = settings.timers;
    this.random = random;
  }

  /** The current host. */
  get address(): LinkAddress {
    return this.hosts[this.index] as LinkAddress;
  }

  /** Returns the reason why a link failed, with the host's name if there are several. */
  reasonOf(reason: string): string {
    return this.hosts.length > 1 ? `${nameOf(this.address)}: ${reason}` : reason;
  }

  /** A note for a link that is bound to another host than the first; null for the first. */
  get note(): string | null {
    if (this.index === 0) return null;
    return `Bound to ${nameOf(this.address)}. ${this.firstFailure ?? ""}`.trimEnd();
  }

  /**
   * Records that the host failed, or that its bind ended. After a failure the next host is tried. After a
   * long bind the first host is tried again.
   * @returns the loss to wait for; null if another host is tried at once.
   */
  after(loss: LinkLoss, reason: string | null): LinkLoss | null {
    const hasReturned = this.isReturning;
    this.isReturning = false;
    if (this.hosts.length === 1) return loss;
    if (hasReturned || loss.boundMs >= this.timers.stableAfterMs) {
      this.index = 0;
      this.endRound();
      return hasReturned ? null : loss;
    }
    if (this.index === 0) this.firstFailure = reason;
    if (isRefusedLogin(loss.status)) this.refusal = loss.status;
    this.index = (this.index + 1) % this.hosts.length;
    if (++this.failures < this.hosts.length) return null;
    const status = this.refusal ?? loss.status;
    this.endRound();
    return { ...loss, status };
  }

  /**
   * Checks from time to time if the first host can be reached again, while a link is bound to another host.
   * @param leave ends the bind. The link then binds to the first host.
   * @returns a function that ends the checks.
   */
  watchFirst(leave: () => void): () => void {
    let timer: NodeJS.Timeout | undefined;
    let isOver = this.index === 0;
    const look = async () => {
      const [first] = this.hosts;
      const socket = first && (await connect(first, this.timers.connectTimeoutMs).catch(() => null));
      socket?.on("error", () => undefined).destroy();
      if (isOver) return;
      if (!socket) return wait();
      this.isReturning = true;
      leave();
    };
    // The wait is random, so that the links of a network do not all leave at once.
    const wait = () => {
      timer = setTimeout(() => void look(), this.timers.returnAfterMs * (1 + this.random() / 4));
      timer.unref();
    };
    if (!isOver) wait();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }

  private endRound(): void {
    this.failures = 0;
    this.refusal = null;
  }
}

function nameOf({ host, port }: LinkAddress): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
