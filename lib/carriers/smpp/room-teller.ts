/** How long room gathers that is not enough. */
const GATHER_MS = 20;

export type RoomTellerOptions = {
  /** How much room there is, and how much is worth a claim. */
  room(): number;
  enough(): number;
  tell(): void;
};

/**
 * Tells of room, but not of each place by itself: at once where there is enough that nobody has been told of, else after
 * 20 ms. So places that are freed one by one come to be used together, and are freed together from then on.
 */
export class RoomTeller {
  private readonly options: RoomTellerOptions;
  private timer: NodeJS.Timeout | null = null;
  /** The room that was told of and perhaps is being claimed. */
  private told = 0;

  constructor(options: RoomTellerOptions) {
    this.options = options;
  }

  /** There is room, or less of it than before. */
  changed(): void {
    const { room, enough } = this.options;
    // What was told of and is gone is news when it comes back.
    if (room() === 0) this.told = 0;
    const news = room() - this.told;
    if (news > 0 && news >= enough()) this.tell();
    else if (news > 0) this.timer ??= setTimeout(() => this.tell(), GATHER_MS);
  }

  /** What was told of has been claimed. */
  used(): void {
    this.told = 0;
  }

  /** Tells no more of what gathers. */
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
