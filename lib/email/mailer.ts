import { createTransport } from "nodemailer";
import type { EmailText } from "@/lib/email/email-kinds";

/** Of the connections to a mail server, as nodemailer names them; what the URL's own query string says goes first. */
const OPTIONS = {
  pool: "true",
  maxConnections: "5",
  // The row is tried again, and keeps count.
  maxRequeues: "0",
  connectionTimeout: "10000",
  greetingTimeout: "10000",
  socketTimeout: "15000",
  dnsTimeout: "10000",
};

/** How long a batch has for each of its emails, waiting for a connection included; more than a dead server takes. */
const SEND_TIMEOUT_MS = 25_000;

/** How much of a server's answer is kept. */
const KEPT_CHARACTERS = 300;

export type MailServer = {
  /** `smtp://` or `smtps://`, with the credentials in it. */
  url: string;
  /** The address that email comes from, with or without a name. */
  from: string;
  sendTimeoutMs?: number;
};

export type Mail = Omit<EmailText, "to"> & {
  /** Of its row: a repeat has the same, and so the same Message-ID. */
  id: string;
  to: readonly string[];
};

/**
 * What became of an email. `final`: the server will never take it; `error` is one sentence without credentials. `left`: of
 * several recipients those for whom the server may take it later. It has taken it for the others, or never will.
 */
export type MailOutcome = { sent: true } | Refusal;

type Refusal = { sent: false; final: boolean; error: string; left?: readonly string[] };

export type Mailer = {
  /** Hands one email to the server. What the server or the network does never throws: it is the outcome. */
  send(mail: Mail): Promise<MailOutcome>;
  /** Closes the connections, those that are sending as soon as they have sent. */
  close(): void;
};

/**
 * A few connections to a mail server, made when first needed, for one batch of emails.
 * @throws Error when the URL cannot be read.
 */
export function openMailer({ url, from, sendTimeoutMs = SEND_TIMEOUT_MS }: MailServer): Mailer {
  const server = new URL(url);
  for (const [name, value] of Object.entries(OPTIONS)) {
    if (!server.searchParams.has(name)) server.searchParams.set(name, value);
  }
  const transport = createTransport(server.href);
  const domain = domainOf(from);
  return {
    async send({ id, to, subject, text, replyTo, answers }) {
      const message = {
        from,
        // Not as text, in which a comma would begin another recipient.
        to: to.map((address) => ({ name: "", address })),
        subject,
        text,
        messageId: `<${id}@${domain}>`,
        ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
        ...(answers === undefined ? {} : { inReplyTo: answers, references: answers }),
        // The second is what Exchange goes by: no answering machine is to answer, to a number least of all.
        headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
        xMailer: false as const,
        disableFileAccess: true,
        disableUrlAccess: true,
      };
      const sending = transport.sendMail(message).then(
        (taken) => judgeEach(taken, to) ?? ({ sent: true } as const),
        (error) => judgeEach(error, to) ?? judge(error),
      );
      return inTime(sending, sendTimeoutMs);
    },
    close: () => transport.close(),
  };
}

/** The part after the last @ of an address that may have a name before it and angle brackets around it. */
function domainOf(from: string): string {
  return /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
}

/** A server that drips its answers is never silent, and a dead one holds up whom it keeps waiting for a connection. */
async function inTime(sending: Promise<MailOutcome>, timeoutMs: number): Promise<MailOutcome> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<MailOutcome>((resolve) => {
    timer = setTimeout(() => resolve(judge({ code: "ETIMEDOUT" })), timeoutMs);
  });
  try {
    return await Promise.race([sending, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Why a mail server could not be talked to, by nodemailer's codes. */
const SENTENCES: readonly [RegExp, string][] = [
  [/^ETIMEDOUT$/, "The mail server did not answer in time."],
  [/^EDNS$/, "The mail server's name could not be resolved."],
  [/^EAUTH$/, "The mail server did not accept the credentials."],
  [/^(ETLS|EREQUIRETLS)$/, "No secure connection to the mail server could be made."],
];

/** Refusals that are about us: a command out of turn, no authentication, a policy (RFC 3463, x.7.x). */
const ABOUT_US = /^(503|530)|^5\d\d[ -]5\.7\./;

/**
 * A server answers for each recipient. Where it refuses some for now, neither what it takes for the others nor what it
 * refuses them is the end of it. Null where none is to be tried again.
 * @param told what nodemailer says of an email, taken or not.
 */
function judgeEach(told: unknown, to: readonly string[]): Refusal | null {
  const { rejectedErrors } = Object(told) as { rejectedErrors?: unknown };
  if (!Array.isArray(rejectedErrors)) return null;
  const refusals = rejectedErrors.map((error) => ({ error, outcome: judge(error) }));
  const forNow = refusals.filter(({ outcome }) => !outcome.final);
  const [first] = forNow;
  if (first === undefined) return null;
  const refused = new Set(forNow.map(({ error }) => String(error.recipient).toLowerCase()));
  const left = to.filter((address) => refused.has(address.toLowerCase()));
  return left.length < to.length ? { ...first.outcome, left } : first.outcome;
}

/**
 * Only what is refused for good for the sake of its recipient or its text is final. A server that is down, busy, or
 * does not want us at all may be mended while the email waits.
 */
function judge(error: unknown): Refusal {
  const { code, command, responseCode, response } = Object(error) as Record<string, unknown>;
  const sentence = SENTENCES.find(([codes]) => codes.test(String(code)))?.[1];
  if (sentence !== undefined) return { sent: false, final: false, error: sentence };
  if (typeof response !== "string" || typeof responseCode !== "number") {
    return { sent: false, final: false, error: "The mail server could not be reached." };
  }
  const said = response
    .replaceAll(/\p{Cc}+/gu, " ")
    .slice(0, KEPT_CHARACTERS)
    .toWellFormed();
  const aboutMail = command === "RCPT TO" || command === "DATA";
  const final = aboutMail && responseCode >= 500 && !ABOUT_US.test(response);
  return { sent: false, final, error: `The mail server answered: ${said}` };
}
