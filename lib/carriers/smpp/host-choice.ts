import type { LinkLoss } from "@/lib/carriers/smpp/back-off";
import { isRefusedLogin } from "@/lib/carriers/smpp/binds/bind-refusals";
import type { SmppSettings } from "@/lib/carriers/smpp/settings";
import { connect, type LinkAddress } from "@/lib/smpp/session/connect";

/** The hosts of a network in the order in which they are tried, each with the name that its certificate must have. */
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

/** Which host a link goes to (rules: smpp links). Each link chooses for itself. */
export class HostChoice {
  private readonly hosts: readonly LinkAddress[];
  private readonly timers: SmppSettings["timers"];
  private readonly random: () => number;
  private index = 0;
  /** Hosts that failed one after the other. */
  private failures = 0;
  private refusal: number | null = null;
  private firstFailure: string | null = null;
  private isReturning = false;

  constructor(settings: SmppSettings, random: () => number = Math.random) {
    this.hosts = hostsOf(settings);
    this.timers = settings.timers;
    this.random = random;
  }

  /** The host that is tried now. */
  get address(): LinkAddress {
    return this.hosts[this.index] as LinkAddress;
  }

  /** Why a link failed, with the host's name if there are several. */
  reasonOf(reason: string): string {
    return this.hosts.length > 1 ? `${nameOf(this.address)}: ${reason}` : reason;
  }

  /** What is said of a link that is bound to another host than the first; null for the first. */
  get note(): string | null {
    if (this.index === 0) return null;
    return `Bound to ${nameOf(this.address)}. ${this.firstFailure ?? ""}`.trimEnd();
  }

  /**
   * Notes that the host failed, or that its bind has ended. After a failure the next host has its turn. After a bind of some
   * time the first host has it again.
   * @returns the loss to wait for; null when another host is tried at once.
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
   * Looks from time to time whether the first host can be reached again while a link is bound to another one.
   * @param leave ends the bind; the link goes to the first host after that.
   * @returns a function that ends the looks.
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
    // By chance later, so that the links of a network do not leave at once.
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
