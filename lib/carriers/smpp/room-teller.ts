/** The time for which small amounts of room gather. */
const GATHER_MS = 20;

export type RoomTellerOptions = {
  /** Returns the room now. */
  room(): number;
  /** Returns the amount of room that justifies a claim. */
  enough(): number;
  tell(): void;
};

/**
 * Reports room, but not each place separately. It reports enough new room at once, and less after 20 ms.
 * Places that become free one by one are thus filled together, and later become free together.
 */
export class RoomTeller {
  private readonly options: RoomTellerOptions;
  private timer: NodeJS.Timeout | null = null;
  /** The reported room, which a claim may be using up. */
  private told = 0;

  constructor(options: RoomTellerOptions) {
    this.options = options;
  }

  /** Checks the room after a change. */
  changed(): void {
    const { room, enough } = this.options;
    // Room that was reported and used is reported again when it returns.
    if (room() === 0) this.told = 0;
    const news = room() - this.told;
    if (news > 0 && news >= enough()) this.tell();
    else if (news > 0) this.timer ??= setTimeout(() => this.tell(), GATHER_MS);
  }

  /** Records that the reported room was claimed. */
  used(): void {
    this.told = 0;
  }

  /** Cancels the pending report. */
  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private tell(): void {
    this.stop();
    this.told = this.options.room();
    if (this.told > 0) this.options.tell();
  }
}
