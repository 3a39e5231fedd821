import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { spf } from "mailauth/lib/spf/index.js";
import { getDomain } from "tldts";
import { type EmailAddress, readAddress } from "@/lib/email-to-sms/address";
import { readHeaderAddresses } from "@/lib/email-to-sms/header-addresses";

/** Asks the name servers, as `node:dns` does: it throws with `ENOTFOUND` or `ENODATA` where there is nothing. */
export type Resolver = (domain: string, type: string) => Promise<string[] | string[][]>;

/** An e-mail as it arrived: `client` is the server that brought it, null where nobody can say. */
export type Arrived = {
  raw: Buffer;
  envelopeFrom: string;
  client: { address: string; helo: string } | null;
};

/**
 * Whether the domain in `From` stands behind an e-mail. `yes` names the recipients it was written to, where a signature
 * alone says so; null: its own server brought it, to whomever. `unknown`: the name servers do not answer just now.
 */
export type Authenticity =
  | { result: "yes"; writtenTo: ReadonlySet<string> | null }
  | { result: "no" | "unknown" };

/** How long the name servers have for all questions about one e-mail. */
const DNS_TIMEOUT_MS = 20_000;

/** What is looked at of a signature that `mailauth` has verified. */
type Signature = {
  signingDomain?: string;
  algo?: string;
  status: { result: string; underSized?: number };
  signingHeaders?: { headers: string[] };
};

/**
 * Judges an e-mail as DMARC does (RFC 7489 section 3.1, relaxed): a passing SPF of its envelope sender, or a passing
 * DKIM signature, counts where it is of the same organisation as the address in `From`.
 *
 * A signature covers neither the envelope nor how often an e-mail is delivered: whoever has one could bring it again, to
 * other numbers. So where nothing but a signature speaks for it, it goes to those alone who stand in its signed `To` or
 * `Cc`.
 */
export async function authenticate(
  email: Arrived,
  from: EmailAddress,
  resolver: Resolver,
  now: Date,
): Promise<Authenticity> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Authenticity>((resolve) => {
    timer = setTimeout(() => resolve({ result: "unknown" }), DNS_TIMEOUT_MS);
  });
  try {
    return await Promise.race([judge(email, from, resolver, now), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

async function judge(
  email: Arrived,
  from: EmailAddress,
  resolver: Resolver,
  now: Date,
): Promise<Authenticity> {
  const bySpf = await spfResult(email, from, resolver);
  if (bySpf === "pass") return { result: "yes", writtenTo: null };
  const { results } = await dkimVerify(email.raw, { resolver, curTime: now, minBitLength: 1024 } as object);
  const signatures = (results as unknown as Signature[]).filter(
    ({ signingDomain }) => signingDomain !== undefined && isAligned(signingDomain, from),
  );
  const passing = signatures.filter(counts);
  if (passing.length > 0) {
    const signed = passing.flatMap(({ signingHeaders }) => signingHeaders?.headers ?? []);
    return { result: "yes", writtenTo: readHeaderAddresses(signed, ["to", "cc"]) };
  }
  const isOpen = [bySpf, ...signatures.map(({ status }) => status.result)].some((result) =>
    ["temperror", "temperr"].includes(result),
  );
  return { result: isOpen ? "unknown" : "no" };
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
function counts({ algo, status, signingHeaders }: Signature): boolean {
  return (
    status.result === "pass" &&
    !status.underSized &&
    /-sha256$/i.test(algo ?? "") &&
    (signingHeaders?.headers ?? []).some((line) => /^from\s*:/i.test(line))
  );
}

/** Relaxed alignment: the same registrable domain, where a hosting provider's customers are each their own. */
function isAligned(domain: string, { domain: from }: EmailAddress): boolean {
  const organisation = (name: string) => getDomain(name, { allowPrivateDomains: true }) ?? name;
  return organisation(domain.toLowerCase()) === organisation(from);
}
