import type { PduOf } from "@/lib/smpp/pdu/pdu";
import { UDH_INDICATOR } from "@/lib/smpp/text/split";
import { decodeText } from "@/lib/smpp/text/text";
import { readUserData } from "@/lib/smpp/text/udh";
import { FaultySmsc, type Script, type SmscLink } from "@/tests/support/smsc/smsc";

/**
 * A submission that the network accepted. `part` is its position in a long message, from 1; `hasReceipt` is
 * true if it requests a receipt.
 */
export type StoredPart = { id: string; destination: string; part: number; text: string; hasReceipt: boolean };

/** A receipt that the network has yet to send. */
type DueReceipt = { id: string; handset: string; sender: string; dueAt: number; link: SmscLink | null };

/** `name` is the prefix of its IDs. Answers and receipts come after the given times. */
export type NetworkOptions = { name: string; answerAfterMs: number; receiptAfterMs: number };

const TICK_MS = 20;
const AGAIN_AFTER_MS = 500;
const MAX_UNACKNOWLEDGED = 100;

/** ESME_RSUBMITFAIL. */
const SUBMIT_FAILED = 0x45;

/**
 * An SMSC with handsets, which may be killed at any moment. It writes a submission to its disk before it
 * answers, and repeats each receipt until it is acknowledged. After a restart it has the same port and its
 * data.
 */
export class Network {
  /** The accepted submissions in order, repeated ones included. */
  readonly taken: StoredPart[] = [];
  /** The time of the last acknowledged receipt of each handset. */
  readonly acknowledgedAt = new Map<string, number>();
  smsc: FaultySmsc;
  /** True to hold back all receipts. */
  holdsReceipts = false;
  /**
   * False to answer no submission. A submission without an answer gets neither an answer nor a receipt later.
   */
  answers = true;
  /** Returns true for parts that it refuses permanently. */
  refuses: (part: Pick<StoredPart, "destination" | "part">) => boolean = () => false;
  private readonly options: NetworkOptions;
  private readonly owed = new Map<string, DueReceipt>();
  private readonly port: number;
  private readonly timer: NodeJS.Timeout;
  private isUp = true;

  private constructor(smsc: FaultySmsc, options: NetworkOptions) {
    this.smsc = smsc;
    this.port = smsc.port;
    this.options = options;
    smsc.script = this.script;
    this.timer = setInterval(() => this.giveReceipts(), TICK_MS);
  }

  static async start(options: NetworkOptions, port = 0): Promise<Network> {
    return new Network(await FaultySmsc.start(undefined, port), options);
  }

  /** Returns its address for the settings of a carrier. */
  get address(): { host: string; port: number } {
    return { host: "127.0.0.1", port: this.port };
  }

  /** Returns the number of unacknowledged receipts. */
  get unacknowledged(): number {
    return this.owed.size;
  }

  /** Returns the newest bound link, or undefined. */
  get link(): SmscLink | undefined {
    return this.smsc.links.findLast(({ bound, isClosed }) => bound && !isClosed);
  }

  /** Kills it without notice. Submissions without an answer get none later. */
  async kill(): Promise<void> {
    this.isUp = false;
    await this.smsc.stop();
  }

  async restart(): Promise<void> {
    this.smsc = await FaultySmsc.start(undefined, this.port);
    this.smsc.script = this.script;
    this.isUp = true;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    if (this.isUp) await this.kill();
  }

  private readonly script: Script = (pdu, link) => {
    if (pdu.command !== "submit_sm") return undefined;
    const submitted = read(pdu);
    if (this.refuses(submitted)) return SUBMIT_FAILED;
    const messageId = this.take(pdu, submitted);
    setTimeout(() => {
      if (!this.answers) return;
      link.respond("submit_sm_resp", pdu.sequence, { fields: { messageId } });
      const owed = this.owed.get(messageId);
      if (owed) owed.dueAt = performance.now() + this.options.receiptAfterMs;
    }, this.options.answerAfterMs);
    return "silence";
  };

  /** The receipt is due after the answer, because Kannel would lose an earlier one. */
  private take({ fields }: PduOf<"submit_sm">, submitted: Omit<StoredPart, "id">): string {
    const { destination: handset, source: sender } = fields;
    const id = `${this.options.name}${this.taken.length + 1}`;
    this.taken.push({ id, ...submitted });
    const dueAt = Number.POSITIVE_INFINITY;
    if (submitted.hasReceipt) this.owed.set(id, { id, handset, sender, dueAt, link: null });
    return id;
  }

  private giveReceipts(): void {
    const { link } = this;
    if (!link || this.holdsReceipts) return;
    const now = performance.now();
    let waiting = 0;
    for (const owed of this.owed.values()) {
      if (owed.link?.isClosed) owed.link = null;
      if (owed.link) waiting++;
      else if (owed.dueAt <= now) {
        this.give(owed, link);
        waiting++;
      }
      if (waiting >= MAX_UNACKNOWLEDGED) return;
    }
  }

  private give(owed: DueReceipt, link: SmscLink): void {
    owed.link = link;
    const at = new Date().toISOString().slice(2, 16).replace(/\D/g, "");
    const dates = `submit date:${at} done date:${at}`;
    const text = `id:${owed.id} sub:001 dlvrd:001 ${dates} stat:DELIVRD err:000 text:`;
    const { handset: source, sender: destination } = owed;
    const receipt = { esmClass: 4, source, destination, shortMessage: Buffer.from(text) };
    void link.deliver(receipt).then(({ status }) => {
      if (status === 0) {
        this.owed.delete(owed.id);
        this.acknowledgedAt.set(source, performance.now());
      } else Object.assign(owed, { link: null, dueAt: performance.now() + AGAIN_AFTER_MS });
    });
  }
}

function read({ fields }: PduOf<"submit_sm">): Omit<StoredPart, "id"> {
  const { destination, esmClass, dataCoding, registeredDelivery } = fields;
  const hasHeader = (esmClass & UDH_INDICATOR) !== 0;
  const { body, concatenation } = readUserData(hasHeader ? fields.shortMessage : Buffer.of(0));
  const octets = hasHeader ? body : fields.shortMessage;
  const text = decodeText(octets, { dataCoding, alphabet: "gsm" });
  return { destination, part: concatenation?.number ?? 1, text, hasReceipt: (registeredDelivery & 1) !== 0 };
}
