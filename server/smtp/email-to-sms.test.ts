import "reflect-metadata";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import * as x509 from "@peculiar/x509";
import { createTransport, type SendMailOptions } from "nodemailer";
import type SMTPTransport from "nodemailer/lib/smtp-transport";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { db } from "@/lib/db/client";
import { MAX_EMAIL_BYTES } from "@/lib/email-to-sms/reading/limits";
import { loadEnv } from "@/lib/env";
import { log } from "@/lib/log";
import { startEmailToSms } from "@/server/smtp/email-to-sms";
import { type SmtpListenerOptions, startSmtpListener } from "@/server/smtp/smtp-listener";
import { useTestDatabase } from "@/tests/support/database/database";
import { nameServers, TEST_KEY } from "@/tests/support/mail/email";
import { newDomain, SMS_DOMAIN, setUpEmail } from "@/tests/support/mail/email-sender";
import { messagesOf, testAccount } from "@/tests/support/server/gateway";
import { woken } from "@/tests/support/server/woken";

useTestDatabase();

const TO = `64211234567@${SMS_DOMAIN}`;

/** Starts the whole listener. Its name servers have every key of the tests. */
async function startAll(settings: Record<string, string> = {}): Promise<number> {
  const env = loadEnv({
    EMAIL_TO_SMS_DOMAIN: SMS_DOMAIN,
    EMAIL_TO_SMS_PORT: "0",
    HOST: "127.0.0.1",
    ...settings,
  });
  const listener = await startEmailToSms(env, nameServers().resolver);
  if (!listener) throw new Error("Nothing listens.");
  onTestFinished(listener.stop);
  return listener.port;
}

/** Starts the listener alone, with another handler behind it. */
async function start(overrides: Partial<SmtpListenerOptions> = {}) {
  const given = { domain: SMS_DOMAIN, host: "127.0.0.1", port: 0, tls: null, submit: async () => 1 };
  const listener = await startSmtpListener({ ...given, ...overrides });
  onTestFinished(listener.stop);
  return listener;
}

function sendBy(port: number, mail: SendMailOptions, options: SMTPTransport.Options = {}) {
  const transport = createTransport({ host: "127.0.0.1", port, ignoreTLS: true, ...options });
  onTestFinished(() => transport.close());
  const sent = transport.sendMail({ from: "alice@example.com", to: TO, text: "Kia ora", ...mail });
  return sent.then(
    ({ response }) => response,
    (error: { response?: string; message: string }) => error.response ?? error.message,
  );
}

/** Sends lines, each once the previous one is answered, and returns the last line of each answer. */
async function converse(port: number, lines: readonly string[]): Promise<string[]> {
  const socket = net.connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const answers: string[] = [];
  let rest = "";
  for await (const chunk of socket) {
    rest += String(chunk);
    if (!/^\d{3} .*\r\n$/m.test(rest) || !rest.endsWith("\r\n")) continue;
    answers.push(rest.trim().split("\r\n").at(-1) ?? "");
    rest = "";
    const next = lines[answers.length - 1];
    if (next === undefined) break;
    socket.write(`${next}\r\n`);
  }
  return answers;
}

describe("an email by SMTP", () => {
  it("becomes texts, and is answered when they are committed", async () => {
    const domain = newDomain();
    const { accountId } = await testAccount();
    await setUpEmail(accountId, [`@${domain}`]);
    const port = await startAll();
    const dkim = { domainName: domain, keySelector: "test", privateKey: TEST_KEY };
    const to = [TO, `64221234567@${SMS_DOMAIN}`];
    woken.length = 0;
    const answer = await sendBy(port, {
      from: `Alice <alice@${domain}>`,
      to,
      text: "Kia ora\n-- \nAlice",
      dkim,
    });
    expect(answer).toBe("250 2.0.0 Accepted: 2 texts");
    expect(woken).toContain("dispatch");
    const messages = await messagesOf(accountId);
    expect(messages.map(({ msisdn, body }) => [msisdn, body]).sort()).toEqual([
      ["64211234567", "Kia ora"],
      ["64221234567", "Kia ora"],
    ]);
    expect(await db().prisma.emailSubmission.count({ where: { sender: `alice@${domain}` } })).toBe(2);
  });

  it("is refused with the reason, once it is known who it is from", async () => {
    const domain = newDomain();
    const { accountId } = await testAccount();
    await setUpEmail(accountId, [`@${domain}`]);
    const port = await startAll();
    expect(await sendBy(port, { from: `alice@${domain}` })).toMatch(/^550 5\.7\.1 .* neither DKIM nor SPF/);
    expect(await sendBy(port, { from: "bob@elsewhere.example" })).toMatch(
      /^550 5\.7\.1 bob@.* not on the list/,
    );
    expect(await messagesOf(accountId)).toEqual([]);
  });

  it("is secret on the way where there is a certificate", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "gateway-tls-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const files = { cert: path.join(folder, "cert.pem"), key: path.join(folder, "key.pem") };
    const { cert, key } = await selfSigned();
    writeFileSync(files.cert, cert);
    writeFileSync(files.key, key);
    const port = await startAll({ EMAIL_TO_SMS_TLS_CERT: files.cert, EMAIL_TO_SMS_TLS_KEY: files.key });
    const options = { ignoreTLS: false, requireTLS: true, tls: { ca: cert, servername: SMS_DOMAIN } };
    expect(await sendBy(port, {}, options)).toMatch(/^550 5\.7\.1 alice@example\.com is not on the list/);
    await expect(
      startAll({ EMAIL_TO_SMS_TLS_CERT: files.cert, EMAIL_TO_SMS_TLS_KEY: "/nowhere" }),
    ).rejects.toThrow("Cannot read /nowhere (ENOENT).");
  });

  it("is not listened for without a domain", async () => {
    expect(await startEmailToSms(loadEnv({}))).toBeNull();
  });
});

describe("the listener", () => {
  const HELLO = ["EHLO mail.example.com", "MAIL FROM:<alice@example.com>"];

  it("is no relay, and takes no reports", async () => {
    const { port } = await start();
    const commands = [
      ...HELLO,
      "RCPT TO:<64211234567@elsewhere.example>",
      `RCPT TO:<alice@${SMS_DOMAIN}>`,
      "DATA",
    ];
    const answers = await converse(port, commands);
    expect(answers[0]).toBe(`220 ${SMS_DOMAIN} ESMTP`);
    expect(answers.slice(3)).toEqual([
      expect.stringMatching(/^550 5\.7\.1 .* is not an address of this server/),
      expect.stringMatching(/^550 5\.1\.1 .* phone number/),
      expect.stringMatching(/^503 /),
    ]);
    const report = await converse(port, ["EHLO x.example", "MAIL FROM:<>", `RCPT TO:<${TO}>`]);
    expect(report.at(-1)).toMatch(/^550 5\.7\.1 Reports/);
  });

  it("offers neither passwords nor a certificate that it does not have", async () => {
    const { port } = await start();
    const [, , auth, tls] = await converse(port, ["EHLO x.example", "AUTH PLAIN AGEAYg==", "STARTTLS"]);
    expect([auth, tls]).toEqual([expect.stringMatching(/^500 /), expect.stringMatching(/^500 /)]);
  });

  it("takes an email of its size and none larger, said or not", async () => {
    let largest = 0;
    const submit: SmtpListenerOptions["submit"] = async ({ raw }) => {
      largest = Math.max(largest, raw.length);
      return 1;
    };
    const { port } = await start({ submit });
    expect(await sendBy(port, { raw: "x".repeat(MAX_EMAIL_BYTES - 2) })).toMatch(/^250 /);
    const said = [...HELLO.slice(0, 1), `MAIL FROM:<a@example.com> SIZE=${MAX_EMAIL_BYTES + 1}`];
    expect((await converse(port, said)).at(-1)).toMatch(/^552 /);
    const unsaid = [
      ...HELLO,
      `RCPT TO:<${TO}>`,
      "DATA",
      [...Array(14_000).fill("x".repeat(78)), "."].join("\r\n"),
    ];
    expect((await converse(port, unsaid)).at(-1)).toMatch(/^552 5\.3\.4 This email is larger/);
    expect(largest).toBe(MAX_EMAIL_BYTES);
  });

  it("takes a hundred recipients, and has the rest brought apart", async () => {
    const { port } = await start();
    const recipients = Array.from(
      { length: 101 },
      (_, index) => `RCPT TO:<642110000${100 + index}@${SMS_DOMAIN}>`,
    );
    const answers = await converse(port, [...HELLO, ...recipients]);
    expect(answers.at(-2)).toMatch(/^250 /);
    expect(answers.at(-1)).toMatch(/^452 /);
  });

  it("has a limit for connections from one address", async () => {
    const { port } = await start({ limits: { connectionsPerAddress: 2 } });
    const held = [1, 2].map(() => net.connect(port, "127.0.0.1"));
    await Promise.all(held.map((socket) => new Promise((resolve) => socket.once("data", resolve))));
    expect((await converse(port, []))[0]).toMatch(/^421 4\.7\.0 /);
    for (const socket of held) socket.destroy();
    await expect.poll(async () => (await converse(port, []))[0]).toMatch(/^220 /);
  });

  it("has a limit for emails within a minute", async () => {
    const { port } = await start({ limits: { emailsPerMinute: 2 } });
    const one = ["MAIL FROM:<a@example.com>", "RSET"];
    const answers = await converse(port, ["EHLO x.example", ...one, ...one, "MAIL FROM:<a@example.com>"]);
    // This fails if a minute ends at this moment.
    expect(answers.at(-1)).toMatch(/^(451 4\.7\.1 |250 )/);
    expect(answers[2]).toMatch(/^250 /);
  });

  it("hangs up on who tries number after number", async () => {
    const { port } = await start({ limits: { refusedRecipients: 3 } });
    const commands = [...HELLO, ...Array(4).fill(`RCPT TO:<alice@${SMS_DOMAIN}>`)];
    const answers = await converse(port, [...commands, "NOOP"]);
    expect(answers.slice(3)).toEqual([
      expect.stringMatching(/^550 /),
      expect.stringMatching(/^550 /),
      expect.stringMatching(/^421 4\.7\.0 /),
    ]);
  });

  it("thinks nothing of who is refused or breaks off", async () => {
    const errors = [vi.spyOn(log(), "error"), vi.spyOn(log(), "warn")];
    const debug = vi.spyOn(log(), "debug");
    onTestFinished(() => void vi.restoreAllMocks());
    const { port } = await start();
    await converse(port, [...HELLO, `RCPT TO:<alice@${SMS_DOMAIN}>`]);
    // The client disconnects after the answer to DATA.
    await converse(port, [...HELLO, `RCPT TO:<${TO}>`, "DATA"]);
    const broken = [{ status: 451, code: "temporarily_unavailable" }, "email refused"];
    await expect.poll(() => debug.mock.calls).toContainEqual(broken);
    for (const error of errors) expect(error).not.toHaveBeenCalled();
  });

  it("hangs up on who takes for ever", async () => {
    const { port } = await start({ limits: { sessionMs: 300 } });
    const socket = net.connect(port, "127.0.0.1");
    const heard: string[] = [];
    for await (const chunk of socket) heard.push(String(chunk));
    expect(heard.join("")).toContain("421 4.4.2 ");
  });

  it("says to try again where it fails itself, and nothing of why", async () => {
    const submit = () => Promise.reject(new Error("secret detail"));
    const { port } = await start({ submit });
    expect(await sendBy(port, {})).toBe("451 4.3.0 Something went wrong on our side. Try again later.");
  });

  it("answers what it has been given when it stops, and takes no more", async () => {
    let finish: (texts: number) => void = () => {};
    const begun = new Promise<void>((resolve) => {
      void start({
        submit: () =>
          new Promise((done) => {
            finish = done;
            resolve();
          }),
      }).then((listener) => {
        stop = listener.stop;
        answer = sendBy(listener.port, {});
        port = listener.port;
      });
    });
    let [stop, answer, port] = [async () => {}, Promise.resolve(""), 0];
    await begun;
    const idle = net.connect(port, "127.0.0.1");
    await new Promise((resolve) => idle.once("data", resolve));
    const stopped = stop();
    await expect(converse(port, [])).rejects.toThrow("ECONNREFUSED");
    finish(1);
    expect(await answer).toBe("250 2.0.0 Accepted: 1 text");
    await stopped;
  });

  it("says in one sentence that its port is in use", async () => {
    const { port } = await start();
    await expect(start({ port })).rejects.toThrow(
      `Cannot listen for emails on port ${port} (EADDRINUSE). Set EMAIL_TO_SMS_PORT to another one.`,
    );
  });
});

async function selfSigned(): Promise<{ cert: string; key: string }> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const names = new x509.SubjectAlternativeNameExtension([{ type: "dns", value: SMS_DOMAIN }]);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${SMS_DOMAIN}`,
    keys,
    signingAlgorithm: algorithm,
    extensions: [names],
  });
  const key = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  return {
    cert: certificate.toString("pem"),
    key: `-----BEGIN PRIVATE KEY-----\n${key.replace(/.{64}/g, "$&\n")}\n-----END PRIVATE KEY-----\n`,
  };
}
