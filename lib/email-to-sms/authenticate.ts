import { spf } from "mailauth/lib/spf/index.js";
import { getDomain } from "tldts";
import { type EmailAddress, readAddress } from "@/lib/email-to-sms/reading/address";
import { readHeaderAddresses } from "@/lib/email-to-sms/reading/header-addresses";
import { REPEAT_KEPT_MS } from "@/lib/email-to-sms/reading/limits";
import type { Head } from "@/lib/email-to-sms/reading/read-head";
import { type Signature, verifySignatures } from "@/lib/email-to-sms/signatures";

/** Asks the name servers, as `node:dns` does: it throws with `ENOTFOUND` or `ENODATA` where there is nothing. */
export type Resolver = (domain: string, type: string) => Promise<string[] | string[][]>;

/** An email as it arrived: `client` is the server that brought it, null where nobody can say. */
export type Arrived = {
  raw: Buffer;
  envelopeFrom: string;
  client: { address: string; helo: string } | null;
};

/** What a signature covers, where it alone speaks for an email. */
export type Signed = {
  /** Whom it was written to. */
  to: ReadonlySet<string>;
  /** Whether it covers the `Message-ID`; where not, `name` tells this email from all others. */
  coversId: boolean;
  name: string;
};

/**
 * Whether the domain in `From` stands behind an email. `yes`: its own server brought it, or, with `signed`, a signature
 * alone says so. `stale`: so does one, but not that it is of these days. `unknown`: the name servers do not answer just
 * now.
 */
export type Authenticity = { result: "yes"; signed: Signed | null } | { result: "no" | "stale" | "unknown" };

/** How long the name servers have for all questions about one email. */
const DNS_TIMEOUT_MS = 20_000;

/** How far a sender's clock may be ahead, and for how long a signature alone counts: a day less than a repeat is known. */
const AHEAD_MS = 3_600_000;
const SIGNED_FOR_MS = REPEAT_KEPT_MS - 24 * 3_600_000;

/** Longest `Date` that is read, in characters. */
const MAX_DATE = 100;

/** An email, what its head says, and the one address in its `From`. */
type JudgedEmail = { email: Arrived; head: Head; from: EmailAddress };

/**
 * Judges an email (rules: email authenticity) as DMARC does, relaxed (RFC 7489 section 3.1): a passing SPF of its
 * envelope sender, or a passing DKIM signature, counts where it is of the same organisation as the address in `From`.
 *
 * A signature covers neither the envelope nor how often an email is delivered: whoever has one could bring it again,
 * to other numbers. So where nothing but a signature speaks for it, it goes to those alone who stand in its signed `To`
 * or `Cc`.
 */
export async function authenticate(
  judged: JudgedEmail,
  resolver: Resolver,
  now: Date,
): Promise<Authenticity> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Authenticity>((resolve) => {
    timer = setTimeout(() => resolve({ result: "unknown" }), DNS_TIMEOUT_MS);
  });
  try {
    return await Promise.race([judge(judged, resolver, now), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

async function judge(
  { email, head, from }: JudgedEmail,
  resolver: Resolver,
  now: Date,
): Promise<Authenticity> {
  const bySpf = await spfResult(email, from, resolver);
  if (bySpf === "pass") return { result: "yes", signed: null };
  const speaks = (domain: string) => isAligned(domain, from);
  const signatures = await verifySignatures({ raw: email.raw, head }, speaks, resolver, now);
  const passing = signatures.filter(counts);
  const timely = passing.filter((signature) => isOfTheseDays(signature, now));
  // One that covers the Message-ID goes first: by that a repeat is known in whatever way it comes.
  const best = timely.find((signature) => linesOf(signature, "message-id").length > 0) ?? timely[0];
  if (best) {
    const to = readHeaderAddresses(
      timely.flatMap((signature) => signature.signingHeaders?.headers ?? []),
      ["to", "cc"],
    );
    const coversId = linesOf(best, "message-id").length > 0;
    return { result: "yes", signed: { to, coversId, name: `${best.bodyHash} ${best.id}` } };
  }
  const isOpen = [bySpf, ...signatures.map(({ status }) => status.result)].some((result) =>
    ["temperror", "temperr"].includes(result),
  );
  if (isOpen) return { result: "unknown" };
  return { result: passing.length > 0 ? "stale" : "no" };
}

/** SPF speaks for the envelope sender: only where that is of the organisation in `From` is it worth a question. */
async function spfResult(
  { envelopeFrom, client }: Arrived,
  from: EmailAddress,
  resolver: Resolver,
): Promise<string> {
  const sender = readAddress(envelopeFrom);
  if (client === null || sender === null || !isAligned(sender.domain, from)) return "none";
  const { address: ip, helo } = client;
  const { status } = await spf({ sender: sender.address, ip, helo, mta: "gateway", resolver });
  return status.result;
}

/** A signature that covers all of the text, by a hash that nobody can forge today (RFC 8301), and names who wrote it. */
function counts(signature: Signature): boolean {
  const { algo, status } = signature;
  return (
    status.result === "pass" &&
    !status.underSized &&
    /-sha256$/i.test(algo ?? "") &&
    linesOf(signature, "from").length > 0
  );
}

function isOfTheseDays(signature: Signature, now: Date): boolean {
  const [line = ""] = linesOf(signature, "date");
  const value = line.slice(line.indexOf(":") + 1).trim();
  const ageMs = value.length > MAX_DATE ? Number.NaN : now.getTime() - Date.parse(value);
  return ageMs >= -AHEAD_MS && ageMs <= SIGNED_FOR_MS;
}

/** The headers of a name that a signature covers. */
function linesOf({ signingHeaders }: Signature, name: string): string[] {
  return (signingHeaders?.headers ?? []).filter(
    (line) => line.split(":", 1)[0]?.trim().toLowerCase() === name,
  );
}

/** Relaxed alignment: the same registrable domain, where a hosting provider's customers are each their own. */
function isAligned(domain: string, { domain: from }: EmailAddress): boolean {
  const organisation = (name: string) => getDomain(name, { allowPrivateDomains: true }) ?? name;
  return organisation(domain.toLowerCase()) === organisation(from);
}
