import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerError,
  type SMTPServerSession,
} from "smtp-server";
import { MAX_EMAIL_BYTES, MAX_EMAIL_RECIPIENTS } from "@/lib/email-to-sms/reading/limits";
import { readRecipientNumber } from "@/lib/email-to-sms/reading/recipient";
import { EmailRefusal, smtpReply } from "@/lib/email-to-sms/reading/refusal";
import type { SubmittedEmail } from "@/lib/email-to-sms/submit-email";
import { GatewayError } from "@/lib/errors";
import { describeError, log } from "@/lib/log";
import { CommandError } from "@/server/base/command-error";
import { replyOf, SMTP_LIMITS, type SmtpLimits, Visitors } from "@/server/smtp/smtp-limits";

export type SmtpListenerOptions = {
  /** The domain of every address, and our own host name. */
  domain: string;
  host: string;
  /** The port; 0 for the system's choice. */
  port: number;
  /** The certificate and key in PEM; null if STARTTLS is not offered. */
  tls: { cert: Buffer; key: Buffer } | null;
  /** Accepts an email for good, or throws. Resolves to the number of its texts. */
  submit(email: SubmittedEmail): Promise<number>;
  limits?: Partial<SmtpLimits>;
};

export type SmtpListener = {
  port: number;
  /** Accepts no more, answers the emails that it has, and closes. */
  stop(): Promise<void>;
};

/** The most sockets for each connection: those that we have ended stay for up to five seconds. */
const MAX_SOCKETS_PER_CONNECTION = 10;

/** The time limit for answering received emails during a stop. */
const DRAIN_MS = 8_000;

/**
 * Listens for email to SMS. The listener is no relay: another domain, or a recipient that is no number, is rejected
 * as soon as it is named. It answers 250 only after the texts are committed, so that the sender repeats an email that
 * is lost before that.
 * @throws CommandError if the port cannot be listened on.
 */
export async function startSmtpListener(options: SmtpListenerOptions): Promise<SmtpListener> {
  const limits = { ...SMTP_LIMITS, ...options.limits };
  const visitors = new Visitors(limits);
  let [inFlight, stopping] = [0, false];
  const server: SMTPServer = new SMTPServer({
    name: options.domain,
    ...(options.tls ?? {}),
    disabledCommands: options.tls ? ["AUTH"] : ["AUTH", "STARTTLS"],
    // Our texts contain enhanced status codes. The package would choose its own by the reply code alone.
    hideENHANCEDSTATUSCODES: true,
    disableReverseLookup: true,
    size: MAX_EMAIL_BYTES,
    maxRecipients: MAX_EMAIL_RECIPIENTS,
    // This is above our own limit, since connections that have not been greeted yet count here as well.
    maxClients: 2 * limits.connections,
    socketTimeout: limits.idleMs,
    closeTimeout: DRAIN_MS,
    onConnect: (session, done) => {
      done(visitors.enter(session, (line) => hangUp(server, session, line)));
    },
    onClose: (session) => visitors.leave(session),
    onMailFrom: (_, session, done) => {
      done(stopping ? replyOf(421, "4.3.2 Shutting down. Try again later.") : visitors.mail(session));
    },
    onRcptTo: ({ address }, session, done) => {
      const refusal = refuseRecipient(address, session.envelope, options.domain);
      done(refusal && visitors.refuse(session, refusal));
    },
    onData: (stream, session, done) => {
      inFlight++;
      void take(stream, session, options, visitors).then(
        (texts) => {
          inFlight--;
          done(null, `2.0.0 Accepted: ${texts} ${texts === 1 ? "text" : "texts"}`);
        },
        (error) => {
          inFlight--;
          done(refused(error));
        },
      );
    },
  });
  server.server.maxConnections = MAX_SOCKETS_PER_CONNECTION * limits.connections;
  // A broken connection concerns its client alone.
  server.on("error", (error) => log().debug({ err: describeError(error) }, "an SMTP connection failed"));
  const port = await listen(server, options);
  return {
    port,
    stop: async () => {
      stopping = true;
      const closed = new Promise<void>((resolve) => server.close(resolve));
      const deadline = Date.now() + DRAIN_MS;
      while (inFlight > 0 && Date.now() < deadline) await sleep(20);
      for (const { session } of [...server.connections]) hangUp(server, session, "4.3.2 Shutting down.");
      await closed;
    },
  };
}

async function listen(server: SMTPServer, { port, host }: SmtpListenerOptions): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        new CommandError(
          `Cannot listen for emails on port ${port} (${error.code}). Set EMAIL_TO_SMS_PORT to another one.`,
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
  return (server.server.address() as AddressInfo).port;
}

function hangUp(server: SMTPServer, { id }: SMTPServerSession, line: string): void {
  for (const connection of server.connections) if (connection.session.id === id) connection.send(421, line);
}

function refused(error: unknown): SMTPServerError {
  const { code, line } = smtpReply(error);
  // Attempts of strangers are not logged. An account's own log has the attempts in its name.
  if (error instanceof GatewayError) log().debug({ status: code, code: error.code }, "email refused");
  else log().error({ err: describeError(error) }, "email failed");
  return replyOf(code, line);
}

/** Judges each recipient as it is named. Returns null for an accepted one. */
function refuseRecipient(
  address: string,
  { mailFrom }: SMTPServerSession["envelope"],
  domain: string,
): SMTPServerError | null {
  try {
    readRecipientNumber(address, domain);
    if (mailFrom === false || mailFrom.address !== "") return null;
    throw new EmailRefusal("automatic", "Reports about other emails are not accepted.");
  } catch (error) {
    return refused(error);
  }
}

/** Reads an email and passes it on. */
async function take(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  { submit }: SmtpListenerOptions,
  visitors: Visitors,
): Promise<number> {
  const { envelope, remoteAddress, hostNameAppearsAs } = session;
  const email = {
    raw: await readAll(stream),
    envelopeFrom: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
    recipients: envelope.rcptTo.map(({ address }) => address),
    client: { address: remoteAddress, helo: hostNameAppearsAs },
  };
  const texts = await visitors.answering(session, () => submit(email));
  log().info({ status: 250, recipients: envelope.rcptTo.length }, "email accepted");
  return texts;
}

/** Reads an email. The rest of one that is too large is read and dropped. */
async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
  } catch {
    throw new EmailRefusal("broken_off", "The connection ended before the email did.");
  }
  if (!stream.sizeExceeded) return Buffer.concat(chunks);
  throw new EmailRefusal("too_large", `This email is larger than ${MAX_EMAIL_BYTES} bytes.`);
}
