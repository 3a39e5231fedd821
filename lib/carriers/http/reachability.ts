import { RetryWaits, type WaitTimes } from "@/lib/carriers/retry-waits";
import { connect } from "@/lib/smpp/session/connect";

/** Where a provider is: what connecting to it tries. */
export type ProbeAddress = { host: string; port: number; tls: { ca?: string | undefined } | null };

export type ReachabilityOptions = {
  address: ProbeAddress;
  connectTimeoutMs: number;
  waits: WaitTimes;
  random?: (() => number) | undefined;
  /** It may be tried again. */
  changed(): void;
};

type State = "up" | "down" | "trying";

/**
 * Whether a provider is there and takes our login. After a failure it is left alone for a while. Then a connection is made
 * without a request; where that works, or after a login that was refused, one message tries the way.
 */
export class Reachability {
  reason: string | null = null;
  private readonly options: ReachabilityOptions;
  private readonly waits: RetryWaits;
  private state: State = "up";
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(options: ReachabilityOptions) {
    this.options = options;
    this.waits = new RetryWaits(options.waits, options.random);
  }

  get isUp(): boolean {
    return this.state !== "down";
  }

  /** Whether one message tries the way before others follow. */
  get isTrying(): boolean {
    return this.state === "trying";
  }

  /** The provider answered, and took our login. */
  answered(): void {
    if (this.state === "up") return;
    clearTimeout(this.timer);
    this.waits.forgetLosses();
    this.waits.forgetRefusals();
    this.state = "up";
    this.reason = null;
  }

  /** There was no connection. */
  lost(reason: string): void {
    if (this.state === "down") return;
    this.reason = reason;
    this.wait(this.waits.lost(), () => void this.probe());
  }

  /** The provider refused our login. @returns whether that is news. */
  refused(reason: string): boolean {
    if (this.state === "down") return false;
    const isNews = this.reason !== reason;
    this.reason = reason;
    this.wait(this.waits.refused(), () => this.tryAgain());
    return isNews;
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private wait(ms: number, then: () => void): void {
    this.state = "down";
    clearTimeout(this.timer);
    // No process lives on for it.
    if (!this.isStopped) this.timer = setTimeout(then, ms).unref();
  }

  private async probe(): Promise<void> {
    const { address, connectTimeoutMs } = this.options;
    try {
      const socket = await connect(address, connectTimeoutMs);
      socket.destroy();
      this.tryAgain();
    } catch (error) {
      if (this.state !== "down" || this.isStopped) return;
      this.reason = error instanceof Error ? error.message : "no connection";
      this.wait(this.waits.lost(), () => void this.probe());
    }
  }

  private tryAgain(): void {
    if (this.state !== "down" || this.isStopped) return;
    this.state = "trying";
    this.options.changed();
  }
}
