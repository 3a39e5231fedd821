import { type MimeNode, Splitter } from "@zone-eu/mailsplit";
import { decodeBytes } from "@/lib/email-to-sms/reading/decoding/charset";
import { unflow } from "@/lib/email-to-sms/reading/decoding/flowed";
import { MAX_TEXT_CHARACTERS } from "@/lib/email-to-sms/reading/limits";

/** A part of an email: a multipart with its parts, or a leaf. */
export type Part = {
  /** Its media type, in lower case. */
  type: string;
  /** The text of a plain or HTML leaf, up to the limit; null for any other part. */
  text: string | null;
  /** True for a file, which mail programs show below the text. */
  isFile: boolean;
  parts: Part[];
};

/** Types of parts that are shown as text. */
const TEXT_TYPES = new Set(["text/plain", "text/html"]);

/**
 * Parses an email into parts. Attachments are parts without text.
 * @throws for endlessly nested parts, and for part heads that are too long.
 */
export async function readParts(raw: Buffer): Promise<Part> {
  const splitter = new Splitter({ defaultInlineEmbedded: true });
  splitter.end(raw);
  const parts = new Map<MimeNode, Part>();
  const bodies = new Map<MimeNode, Buffer[]>();
  for await (const chunk of splitter) {
    if (chunk.type === "node") {
      const part = partOf(chunk);
      parts.set(chunk, part);
      if (chunk.parentNode) parts.get(chunk.parentNode)?.parts.push(part);
      if (isText(chunk, part)) bodies.set(chunk, []);
    } else if (chunk.type === "body") {
      bodies.get(chunk.node)?.push(chunk.value);
    }
  }
  for (const [node, body] of bodies) {
    const part = parts.get(node);
    if (part) part.text = await textOf(node, part, Buffer.concat(body));
  }
  const [root] = parts.values();
  return root ?? { type: "text/plain", text: "", isFile: false, parts: [] };
}

function partOf(node: MimeNode): Part {
  const [type = ""] = (node.contentType || "").split(/[\s;]/);
  return {
    // A part without a type is plain text. A part with a malformed type nearly always is too.
    type: type.includes("/") ? type : "text/plain",
    text: null,
    isFile: node.filename !== false,
    parts: [],
  };
}

function isText({ disposition }: MimeNode, { type }: Part): boolean {
  return TEXT_TYPES.has(type) && (!disposition || disposition === "inline");
}

async function textOf(node: MimeNode, { type }: Part, body: Buffer): Promise<string> {
  const decoder = node.getDecoder();
  decoder.end(body);
  const bytes = Buffer.concat((await decoder.toArray()) as Buffer[]);
  const text = decodeBytes(bytes, node.charset || "");
  const unfolded = node.flowed && type === "text/plain" ? unflow(text, node.delSp) : text;
  return unfolded.slice(0, MAX_TEXT_CHARACTERS).toWellFormed();
}
