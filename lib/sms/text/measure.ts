import { type Encoding, encodeText } from "@/lib/sms/text/encoding";
import {
  countParts,
  countSeptets,
  GSM7_PART,
  GSM7_SINGLE,
  MAX_PARTS,
  UCS2_PART,
  UCS2_SINGLE,
} from "@/lib/sms/text/segments";

/** A text in its sent form, with its size. */
export type TextMeasure = {
  text: string;
  encoding: Encoding;
  parts: number;
  used: number;
  room: number;
  tooLong: boolean;
};

/** Measures a text (rules: segments). `used` and `room` count septets, or 16-bit units. */
export function measure(body: string, unicode: boolean): TextMeasure {
  const { text, encoding } = encodeText(body, unicode);
  const parts = countParts(text, encoding);
  const [single, part] = encoding === "GSM-7" ? [GSM7_SINGLE, GSM7_PART] : [UCS2_SINGLE, UCS2_PART];
  return {
    text,
    encoding,
    parts,
    tooLong: parts > MAX_PARTS,
    used: encoding === "GSM-7" ? countSeptets(text) : text.length,
    room: parts === 1 ? single : Math.min(parts, MAX_PARTS) * part,
  };
}
