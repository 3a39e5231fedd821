import type { Tlv } from "@/lib/smpp/pdu/tlv";
import type { Delivery } from "@/lib/smpp/receipt/receipt";

type Given = { esmClass?: number; dataCoding?: number; tlvs?: Tlv[] };

/** A deliver_sm with a text, as a receipt has it unless told otherwise. */
export function delivery(text: string | Buffer, given: Given = {}): Delivery {
  const { esmClass = 0x04, dataCoding = 0, tlvs = [] } = given;
  const from = { serviceType: "", sourceTon: 1, sourceNpi: 1, source: "64211234567" };
  const fields = {
    ...{ ...from, destinationTon: 0, destinationNpi: 0, destination: "2190", esmClass, protocolId: 0 },
    ...{ priority: 0, scheduleAt: "", validity: "", registeredDelivery: 0, replaceIfPresent: 0 },
    ...{ dataCoding, defaultMessageId: 0, shortMessage: Buffer.from(text) },
  };
  return { command: "deliver_sm", status: 0, sequence: 1, fields, tlvs };
}

/** An optional parameter of a text or of octets. */
export const tlv = (tag: number, value: string | readonly number[]): Tlv => ({
  tag,
  value: typeof value === "string" ? Buffer.from(value, "latin1") : Buffer.from(value),
});

/** The rows of a table that is written as text: a row a line, its cells between arrows. A hash begins a remark. */
export function rowsOf(table: string): string[][] {
  return table
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("=>").map((cell) => cell.trim()));
}
