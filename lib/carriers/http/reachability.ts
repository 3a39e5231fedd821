import { RetryWaits, type WaitTimes } from "@/lib/carriers/retry-waits";
import { connect } from "@/lib/smpp/session/connect";

/** The address of a provider, to which test connections are made. */
export type ProbeAddress = { host: string; port: number; tls: { ca?: string | undefined } | null };

export type ReachabilityOptions = {
  address: ProbeAddress;
  connectTimeoutMs: number;
  waits: WaitTimes;
  random?: (() => number) | undefined;
  /** Called when the provider may be tried again. */
  changed(): void;
};

type State = "up" | "down" | "trying";

/**
 * Tracks if a provider can be reached and accepts the login. After a failure the provider is not contacted
 * for a while. Then a connection is made without a request. If that works, or if the failure was a refused
 * login, one message is sent as a probe.
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

  /** True while one message probes the provider before others follow. */
  get isTrying(): boolean {
    return this.state === "trying";
  }

  /** Records that the provider answered and accepted the login. */
  answered(): void {
    if (this.state === "up") return;
    clearTimeout(this.timer);
    this.waits.forgetLosses();
    this.waits.forgetRefusals();
    this.state = "up";
    this.reason = null;
  }

  /** Records that no connection could be made. */
  lost(reason: string): void {
    if (this.state === "down") return;
    this.reason = reason;
    this.wait(this.waits.lost(), () => void this.probe());
  }

  /** Records that the provider refused the login. @returns whether the reason is new. */
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
    // The timer must not keep the process running.
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
