import { MAX_UNANSWERED_ENQUIRIES, type SessionSettings } from "@/lib/smpp/session/settings";

/** Whether a silent peer lives: it is asked, twice at most, and anything that comes from it is an answer. */
export class Liveness {
  private readonly settings: SessionSettings;
  private asked = 0;
  private askedAt = 0;

  constructor(settings: SessionSettings) {
    this.settings = settings;
  }

  /** What to do about a peer of which nothing has come for so long. */
  check(now: number, silentMs: number): "nothing" | "ask" | "give up" {
    if (silentMs < this.settings.enquireAfterMs) {
      this.asked = 0;
      return "nothing";
    }
    if (this.asked > 0 && now - this.askedAt < this.settings.enquireTimeoutMs) return "nothing";
    if (this.asked >= MAX_UNANSWERED_ENQUIRIES) return "give up";
    this.asked++;
    this.askedAt = now;
    return "ask";
  }
}
