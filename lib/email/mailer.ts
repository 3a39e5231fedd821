import { createTransport } from "nodemailer";
import type { EmailText } from "@/lib/email/email-kinds";

/** Options of the connections to a mail server, in nodemailer's names. The URL's own query string has precedence. */
const OPTIONS = {
  pool: "true",
  maxConnections: "5",
  // The row is retried, and counts the attempts.
  maxRequeues: "0",
  connectionTimeout: "10000",
  greetingTimeout: "10000",
  socketTimeout: "15000",
  dnsTimeout: "10000",
};

/**
 * The longest time for an email of a batch, including the wait for a connection. A dead server takes less.
 */
const SEND_TIMEOUT_MS = 25_000;

/** The number of stored characters of a server's answer. */
const KEPT_CHARACTERS = 300;

export type MailServer = {
  /** `smtp://` or `smtps://`, with the credentials in it. */
  url: string;
  /** The sender's address, with or without a name. */
  from: string;
  sendTimeoutMs?: number;
};

export type Mail = Omit<EmailText, "to"> & {
  /** The id of its row. A repeat has the same id, and thus the same Message-ID. */
  id: string;
  to: readonly string[];
};

/**
 * The outcome of an email. `final`: the server will never accept it. `error` is one sentence without
 * credentials. `left`: those of several recipients for whom the server may accept it later. For the other
 * recipients the outcome is final.
 */
export type MailOutcome = { sent: true } | Refusal;

type Refusal = { sent: false; final: boolean; error: string; left?: readonly string[] };

export type Mailer = {
  /** Hands one email to the server. A failure of the server or the network is an outcome, and never throws. */
  send(mail: Mail): Promise<MailOutcome>;
  /** Closes the connections, after they have sent their emails. */
  close(): void;
};

/**
 * Opens a mailer: a few connections to a mail server for one batch of emails, which open at their first use.
 * @throws Error if the URL is malformed.
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
        // An object, because a comma in a text would begin another recipient.
        to: to.map((address) => ({ name: "", address })),
        subject,
        text,
        messageId: `<${id}@${domain}>`,
        ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
        ...(answers === undefined ? {} : { inReplyTo: answers, references: answers }),
        // Exchange reads the second header. No answering machine should answer, least of all to a number.
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

/** Returns the part after the last @ of an address, which may have a name before it and angle brackets around it. */
function domainOf(from: string): string {
  return /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
}

/**
 * Limits the time of sending. A server that drips its answers is never silent, and a dead server delays the emails
 * that wait for its connection.
 */
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

/** Sentences about a failed connection to a mail server, by nodemailer's codes. */
const SENTENCES: readonly [RegExp, string][] = [
  [/^ETIMEDOUT$/, "The mail server did not answer in time."],
  [/^EDNS$/, "The mail server's name could not be resolved."],
  [/^EAUTH$/, "The mail server did not accept the credentials."],
  [/^(ETLS|EREQUIRETLS)$/, "No secure connection to the mail server could be made."],
];

/** Refusals because of this client: a command out of turn, no authentication, a policy (RFC 3463, x.7.x). */
const ABOUT_US = /^(503|530)|^5\d\d[ -]5\.7\./;

/**
 * Returns the outcome for several recipients: a server answers for each. If it refuses some for now, the email is
 * retried for these. Returns null if no recipient is to be retried.
 * @param told nodemailer's result or error of an email.
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
 * Returns the outcome of a refusal. It is final only if the recipient or the text is refused permanently. A server that
 * is down, busy, or refuses this client may recover while the email waits.
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
