import { MAX_UNANSWERED_ENQUIRIES, type SessionSettings } from "@/lib/smpp/session/settings";

/** The check of a silent peer. It sends at most two enquiries, and any octet from the peer is an answer. */
export class Liveness {
  private readonly settings: SessionSettings;
  private asked = 0;
  private askedAt = 0;

  constructor(settings: SessionSettings) {
    this.settings = settings;
  }

  /** Returns the action for a peer that has been silent for a time. */
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
