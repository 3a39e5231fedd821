import { spf } from "mailauth/lib/spf/index.js";
import { getDomain } from "tldts";
import { type EmailAddress, readAddress } from "@/lib/email-to-sms/reading/address";
import { readHeaderAddresses } from "@/lib/email-to-sms/reading/header-addresses";
import { REPEAT_KEPT_MS } from "@/lib/email-to-sms/reading/limits";
import type { Head } from "@/lib/email-to-sms/reading/read-head";
import { type Signature, verifySignatures } from "@/lib/email-to-sms/signatures";

/**
 * A function that queries the name servers, like `node:dns`: it throws with `ENOTFOUND` or `ENODATA` if there is no
 * record.
 */
export type Resolver = (domain: string, type: string) => Promise<string[] | string[][]>;

/** An email as it arrived. `client` is the server that brought it; null if that is unknown. */
export type ArrivedEmail = {
  raw: Buffer;
  envelopeFrom: string;
  client: { address: string; helo: string } | null;
};

/** The parts of an email that a signature covers, if only a signature proves its origin. */
export type SignedParts = {
  /** The addresses in its `To` and `Cc`. */
  to: ReadonlySet<string>;
  /** True if the signature covers the `Message-ID`. Otherwise `name` identifies the email. */
  coversId: boolean;
  name: string;
};

/**
 * The result of the check that the domain in `From` has sent an email. `yes`: its own server brought it, or, with
 * `signed`, only a signature proves it. `stale`: a signature proves it, but not that the email is recent. `unknown`:
 * the name servers do not answer at the moment.
 */
export type Authenticity =
  | { result: "yes"; signed: SignedParts | null }
  | { result: "no" | "stale" | "unknown" };

/** The time limit of all queries of name servers for one email. */
const DNS_TIMEOUT_MS = 20_000;

/**
 * The tolerance for a sender's clock that is ahead, and the time for which a signature alone counts: a day less than
 * repeats are recognised.
 */
const AHEAD_MS = 3_600_000;
const SIGNED_FOR_MS = REPEAT_KEPT_MS - 24 * 3_600_000;

/** Longest `Date` that is read, in characters. */
const MAX_DATE = 100;

/** An email with its head and the one address in its `From`. */
type JudgedEmail = { email: ArrivedEmail; head: Head; from: EmailAddress };

/**
 * Judges an email (rules: email authenticity) like DMARC with relaxed alignment (RFC 7489 section 3.1). A passing SPF
 * of its envelope sender or a passing DKIM signature counts if it has the same organisation as the address in `From`.
 *
 * A signature covers neither the envelope nor the number of deliveries: anyone who has a signed email could bring it
 * again, to other numbers. If only a signature proves its origin, the email therefore goes only to recipients in its
 * signed `To` or `Cc`.
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
  // A signature that covers the Message-ID is preferred: it identifies a repeat that comes in another way.
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

/**
 * Returns the SPF result of the envelope sender. It queries name servers only if that sender has the organisation in
 * `From`.
 */
async function spfResult(
  { envelopeFrom, client }: ArrivedEmail,
  from: EmailAddress,
  resolver: Resolver,
): Promise<string> {
  const sender = readAddress(envelopeFrom);
  if (client === null || sender === null || !isAligned(sender.domain, from)) return "none";
  const { address: ip, helo } = client;
  const { status } = await spf({ sender: sender.address, ip, helo, mta: "gateway", resolver });
  return status.result;
}

/**
 * Returns whether a signature covers the whole text, uses a hash that cannot be forged today (RFC 8301), and covers
 * the author.
 */
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

/** Returns the headers of a name that a signature covers. */
function linesOf({ signingHeaders }: Signature, name: string): string[] {
  return (signingHeaders?.headers ?? []).filter(
    (line) => line.split(":", 1)[0]?.trim().toLowerCase() === name,
  );
}

/**
 * Returns whether domains are aligned (relaxed): they have the same registrable domain. Customers of a hosting
 * provider each have their own.
 */
function isAligned(domain: string, { domain: from }: EmailAddress): boolean {
  const organisation = (name: string) => getDomain(name, { allowPrivateDomains: true }) ?? name;
  return organisation(domain.toLowerCase()) === organisation(from);
}
