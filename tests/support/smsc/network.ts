import type { PduOf } from "@/lib/smpp/pdu/pdu";
import { UDH_INDICATOR } from "@/lib/smpp/text/split";
import { decodeText } from "@/lib/smpp/text/text";
import { readUserData } from "@/lib/smpp/text/udh";
import { FaultySmsc, type Script, type SmscLink } from "@/tests/support/smsc/smsc";

/** A submission that the network took. `part` is its place in a long message, from 1; `hasReceipt`: it asks for one. */
export type Taken = { id: string; destination: string; part: number; text: string; hasReceipt: boolean };

/** What a network's receipts wait for. */
type Owed = { id: string; handset: string; sender: string; dueAt: number; link: SmscLink | null };

/** Its ids begin with `name`. It answers after a while, and its receipts come after another while. */
export type NetworkOptions = { name: string; answerAfterMs: number; receiptAfterMs: number };

const TICK_MS = 20;
const AGAIN_AFTER_MS = 500;
const MAX_UNACKNOWLEDGED = 100;

/** ESME_RSUBMITFAIL. */
const SUBMIT_FAILED = 0x45;

/**
 * An SMSC with handsets behind it, which may be killed at any moment: what it took is on its disk before it answers, and each
 * receipt is given until it is acknowledged. Started again, it is at the same port and remembers.
 */
export class Network {
  /** What it took, in order; a message that was submitted twice is there twice. */
  readonly taken: Taken[] = [];
  /** When the last receipt on each handset was acknowledged. */
  readonly acknowledgedAt = new Map<string, number>();
  smsc: FaultySmsc;
  /** Gives no receipts for now. */
  holdsReceipts = false;
  /** Whether it answers what it takes. What it has not answered it never will, nor give a receipt of it. */
  answers = true;
  /** Which parts it refuses for good. */
  refuses: (part: Pick<Taken, "destination" | "part">) => boolean = () => false;
  private readonly options: NetworkOptions;
  private readonly owed = new Map<string, Owed>();
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

  /** Where it listens, as the settings of a carrier have it. */
  get address(): { host: string; port: number } {
    return { host: "127.0.0.1", port: this.port };
  }

  /** How many receipts are not acknowledged. */
  get unacknowledged(): number {
    return this.owed.size;
  }

  /** The newest link that is bound; undefined where there is none. */
  get link(): SmscLink | undefined {
    return this.smsc.links.findLast(({ bound, isClosed }) => bound && !isClosed);
  }

  /** Ends it without a word. What it has not answered it never will. */
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

  /** Its receipt is not due before the answer: Kannel would lose it. */
  private take({ fields }: PduOf<"submit_sm">, submitted: Omit<Taken, "id">): string {
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

  private give(owed: Owed, link: SmscLink): void {
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

function read({ fields }: PduOf<"submit_sm">): Omit<Taken, "id"> {
  const { destination, esmClass, dataCoding, registeredDelivery } = fields;
  const hasHeader = (esmClass & UDH_INDICATOR) !== 0;
  const { body, concatenation } = readUserData(hasHeader ? fields.shortMessage : Buffer.of(0));
  const octets = hasHeader ? body : fields.shortMessage;
  const text = decodeText(octets, { dataCoding, alphabet: "gsm" });
  return { destination, part: concatenation?.number ?? 1, text, hasReceipt: (registeredDelivery & 1) !== 0 };
}
