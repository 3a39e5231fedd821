import type { Tlv } from "@/lib/smpp/pdu/tlv";
import type { Delivery } from "@/lib/smpp/receipt/receipt";

type DeliveryInput = { esmClass?: number; dataCoding?: number; tlvs?: Tlv[] };

/** Returns a deliver_sm with a text, in the form of a receipt unless fields are passed. */
export function delivery(text: string | Buffer, given: DeliveryInput = {}): Delivery {
  const { esmClass = 0x04, dataCoding = 0, tlvs = [] } = given;
  const from = { serviceType: "", sourceTon: 1, sourceNpi: 1, source: "64211234567" };
  const fields = {
    ...from,
    destinationTon: 0,
    destinationNpi: 0,
    destination: "2190",
    esmClass,
    protocolId: 0,
    priority: 0,
    scheduleAt: "",
    validity: "",
    registeredDelivery: 0,
    replaceIfPresent: 0,
    dataCoding,
    defaultMessageId: 0,
    shortMessage: Buffer.from(text),
  };
  return { command: "deliver_sm", status: 0, sequence: 1, fields, tlvs };
}

/** Returns an optional parameter with a text or octets. */
export const tlv = (tag: number, value: string | readonly number[]): Tlv => ({
  tag,
  value: typeof value === "string" ? Buffer.from(value, "latin1") : Buffer.from(value),
});

/**
 * Returns the rows of a table in text: one row on each line, with arrows between cells. A hash begins a
 * remark.
 */
export function rowsOf(table: string): string[][] {
  return table
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("=>").map((cell) => cell.trim()));
}
