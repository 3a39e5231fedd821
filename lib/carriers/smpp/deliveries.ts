import { createHash } from "node:crypto";
import type { CarrierEvents, CarrierReport } from "@/lib/carriers/carrier";
import type { CarrierInbound } from "@/lib/carriers/inbound";
import { type DeliveringLink, Repeats } from "@/lib/carriers/smpp/repeats";
import type { SmppSettings } from "@/lib/carriers/smpp/settings";
import { now } from "@/lib/clock";
import { log } from "@/lib/log";
import { STATUS } from "@/lib/smpp/pdu/status";
import { canonicalId, otherBases } from "@/lib/smpp/receipt/message-id";
import { plainError } from "@/lib/smpp/receipt/own-states";
import { rawReceipt } from "@/lib/smpp/receipt/raw-receipt";
import { bodyOf, type Delivery, type Receipt, readReceipt, receiptForm } from "@/lib/smpp/receipt/receipt";
import type { ReceiptState } from "@/lib/smpp/receipt/state";
import { charsetOf, decodeText, unpacked } from "@/lib/smpp/text/text";
import { writtenDigits } from "@/lib/sms/numbers/written-forms";
import { withUnknownStatus } from "@/lib/sms/text/raw-text";

/**
 * The report codes of receipts' states (rules: report codes). 0 is not a report code: the state is uncertain.
 */
const CODES: Record<ReceiptState, number> = {
  delivered: 1,
  failed: 2,
  underway: 4,
  accepted: 8,
  rejected: 16,
  unknown: 0,
};

/**
 * The most characters of an address in a report's key. SMPP allows 20 characters, and a much longer one fits
 * no index.
 */
const MAX_ADDRESS_LENGTH = 40;

/**
 * Options of deliveries. `owner` is the holder of the links, as in `carrier_links`; null if it is not known.
 */
export type DeliveriesOptions = {
  settings: SmppSettings;
  events: CarrierEvents;
  owner: string | null;
};

/** Records the deliveries of a network: receipts as reports, and incoming messages (rules: smpp receipts). */
export class Deliveries {
  private readonly name: string;
  private readonly settings: SmppSettings;
  private readonly events: CarrierEvents;
  private readonly owner: string | null;
  private readonly repeats = new Repeats();

  constructor(name: string, { settings, events, owner }: DeliveriesOptions) {
    this.name = name;
    this.settings = settings;
    this.events = events;
    this.owner = owner;
  }

  /**
   * Handles a delivery.
   * @param link the bind that it came over.
   * @returns the status to answer with, after the delivery is stored. Rejects if storing failed.
   */
  async take(delivery: Delivery, link: DeliveringLink): Promise<number> {
    const at = now();
    if (await this.isReceipt(delivery, at)) await this.takeReceipt(delivery, at);
    else await this.takeMessage(delivery, link, at);
    return STATUS.ok;
  }

  private async isReceipt(delivery: Delivery, at: Date): Promise<boolean> {
    const form = receiptForm(delivery, this.settings.alphabet, this.settings.states);
    if (form !== "likely") return form === "certain";
    const receipt = this.read(delivery, at);
    const { source, destination } = delivery.fields;
    const addresses = [source, destination].flatMap((address) => writtenDigits(address) ?? []);
    return receipt !== null && this.events.knows(this.referencesOf(receipt), addresses);
  }

  private read(delivery: Delivery, at: Date): Receipt | null {
    const { alphabet, receiptZone: zone, states, receiptErrors } = this.settings;
    const receipt = readReceipt(delivery, { alphabet, zone, at, states });
    const meant = receipt?.error && receiptErrors.get(plainError(receipt.error));
    return meant ? { ...receipt, ...meant } : receipt;
  }

  /**
   * Returns the references that a receipt may mean: its ids, beginning with the parameter's, and then the
   * same ids in other bases.
   */
  private referencesOf({ id, otherId }: Receipt): string[] {
    const ids = [id, otherId].flatMap((given) =>
      given === null ? [] : (canonicalId(given, this.settings.receiptIds) ?? []),
    );
    return [...new Set([...ids, ...ids.flatMap((one) => otherBases(one).map((other) => other.id))])];
  }

  private async takeReceipt(delivery: Delivery, at: Date): Promise<void> {
    const receipt = this.read(delivery, at);
    const [reference, ...otherReferences] = receipt ? this.referencesOf(receipt) : [];
    const { source, destination, esmClass, dataCoding } = delivery.fields;
    const [msisdn, addressee] = [writtenDigits(source), writtenDigits(destination)];
    const kept = () => ({
      kind: "report" as const,
      msisdn,
      receivedAt: at,
      raw: rawReceipt(delivery, this.settings.alphabet),
    });
    if (!receipt || reference === undefined) {
      log().error(
        { carrier: this.name, esmClass, dataCoding },
        "a receipt could not be read: it was acknowledged and stored unchanged",
      );
      return this.events.unreadable([kept()]);
    }
    if (receipt.state === null) {
      const news = kept();
      return this.events.unreadable([{ ...news, raw: withUnknownStatus(receipt.word ?? "", news.raw) }]);
    }
    const report = reportOf({ ...receipt, state: receipt.state }, reference, source, at);
    // Only values that the gateway sends can come back. Any other number is the network's own.
    const userReference = this.settings.userMessageReference ? receipt.userReference : null;
    await this.events.reports([{ ...report, otherReferences, msisdn, addressee, userReference }]);
  }

  private async takeMessage(delivery: Delivery, link: DeliveringLink, at: Date): Promise<void> {
    const { source, destination, dataCoding } = delivery.fields;
    const { body: octets, concatenation, ...header } = bodyOf(delivery);
    const terms = { dataCoding, alphabet: this.settings.alphabet, ...header };
    const body = decodeText(octets, terms);
    const hash = createHash("sha256").update(`${source}\0${destination}\0${dataCoding}\0`);
    const content = hash
      .update(JSON.stringify([header, concatenation]))
      .update(octets)
      .digest();
    const repeat = this.repeats.begin(content.toString("base64url"), link, performance.now());
    const message: CarrierInbound = {
      reference: repeat.reference,
      from: source,
      to: destination,
      body,
      network: null,
      receivedAt: at,
      encoding: charsetOf(dataCoding) === "ucs2" ? "UCS-2" : "GSM-7",
      ...(concatenation && { part: { ...concatenation, ...unpacked(octets, terms) } }),
      ...(this.owner !== null && { origin: { hash: content, owner: this.owner } }),
    };
    await this.events.inbound([message]);
    repeat.answered(performance.now());
  }

  /** Handles the end of a bind: its last answered messages may be delivered again over another bind. */
  linkEnded(link: DeliveringLink): void {
    this.repeats.linkEnded(link, performance.now());
  }
}

type ReadableReceipt = Receipt & { state: ReceiptState };

function reportOf(receipt: ReadableReceipt, reference: string, handset: string, at: Date): CarrierReport {
  const { state, error, doneAt, doneDate, isIntermediate } = receipt;
  const code = isIntermediate ? CODES.underway : CODES[state];
  return {
    reference,
    code,
    errorCode: error,
    key: [
      reference,
      handset.replace(/^\+/, "").slice(0, MAX_ADDRESS_LENGTH),
      state,
      isIntermediate ? "on the way" : "",
      error ?? "",
      doneDate ?? "",
    ].join("/"),
    reportedAt: doneAt ?? at,
    receivedAt: at,
  };
}
