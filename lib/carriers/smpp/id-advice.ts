import { ID_FORMATS, type IdFormats } from "@/lib/smpp/receipt/message-id";

const WRITTEN = { text: "as text", decimal: "as decimal numbers", hex: "as hexadecimal numbers" } as const;

const ADVICE = new RegExp(
  `responseIds to (${ID_FORMATS.join("|")}) and receiptIds to (${ID_FORMATS.join("|")})`,
);

/** Returns the advice to set a pair of formats, in the words of a network's event. */
export function idAdvice({ responseIds, receiptIds }: IdFormats): string {
  const written = `Responses have ids ${WRITTEN[responseIds]}, and receipts ${WRITTEN[receiptIds]}`;
  return `${written}. Set responseIds to ${responseIds} and receiptIds to ${receiptIds}.`;
}

/** Returns the pair of formats in an advice; null for any other text. */
export function readIdAdvice(advice: string): IdFormats | null {
  const [, responseIds, receiptIds] = ADVICE.exec(advice.slice(0, 500)) ?? [];
  const [response, receipt] = [responseIds, receiptIds].map((given) =>
    ID_FORMATS.find((format) => format === given),
  );
  return response && receipt ? { responseIds: response, receiptIds: receipt } : null;
}
