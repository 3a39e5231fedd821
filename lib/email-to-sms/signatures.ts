import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import type { Resolver } from "@/lib/email-to-sms/authenticate";
import { MAX_SIGNATURE_CHARACTERS, MAX_SIGNATURES } from "@/lib/email-to-sms/reading/limits";
import { type Head, type Header, withHeaders } from "@/lib/email-to-sms/reading/read-head";

/** The used fields of a DKIM signature that `mailauth` has verified. */
export type Signature = {
  /** An identifier of the signature itself, independent of its notation. */
  id: string;
  signingDomain?: string;
  algo?: string;
  bodyHash?: string;
  status: { result: string; underSized?: number };
  signingHeaders?: { headers: string[] };
};

/**
 * Verifies the first few signatures of some domains. Those of other domains, such as mailing services and forwarders,
 * prove nothing about the author and cost as much. They are removed from the head first, like other headers that
 * `mailauth` would read.
 * @param speaks returns whether a signature of a domain counts.
 */
export async function verifySignatures(
  { raw, head }: { raw: Buffer; head: Head },
  speaks: (domain: string) => boolean,
  resolver: Resolver,
  now: Date,
): Promise<Signature[]> {
  let left = MAX_SIGNATURES;
  const modest = withHeaders(raw, head, (header) => {
    if (/^(arc-.*|return-path)$/.test(header.name)) return false;
    if (header.name !== "dkim-signature") return true;
    const domain = signingDomain(header);
    return domain !== null && speaks(domain) && left-- > 0;
  });
  if (left === MAX_SIGNATURES) return [];
  const { results } = await dkimVerify(modest, { resolver, curTime: now, minBitLength: 1024 } as object);
  return (results as unknown as Signature[]).filter((one) => one.signingDomain && speaks(one.signingDomain));
}

function signingDomain({ line }: Header): string | null {
  if (line.length > MAX_SIGNATURE_CHARACTERS) return null;
  return /[:;]\s*d\s*=\s*([^\s;]+)/i.exec(line)?.[1] ?? null;
}
