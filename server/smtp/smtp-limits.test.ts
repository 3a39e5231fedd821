import net from "node:net";
import { createTransport } from "nodemailer";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SmtpLimits } from "@/server/smtp/smtp-limits";
import { startSmtpListener } from "@/server/smtp/smtp-listener";

const DOMAIN = "sms.example.com";
const TO = `64211234567@${DOMAIN}`;
const HELLO = ["EHLO mail.example.com", "MAIL FROM:<alice@example.com>"];

async function start(limits: Partial<SmtpLimits> = {}, submit = async () => 1): Promise<number> {
  const given = { domain: DOMAIN, host: "127.0.0.1", port: 0, tls: null, submit };
  const listener = await startSmtpListener({ ...given, limits });
  onTestFinished(listener.stop);
  return listener.port;
}

type HeldConnection = { said: () => string; closed: Promise<void>; socket: net.Socket };

/**
 * Opens a connection from an address of this machine, sends the lines in step with the answers, and then nothing
 * more.
 */
async function hold(
  port: number,
  localAddress: string,
  lines: readonly string[] = [],
): Promise<HeldConnection> {
  const socket = net.connect({ port, host: "127.0.0.1", localAddress });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  let said = "";
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  const left = [...lines];
  await new Promise<void>((resolve) => {
    socket.on("data", (chunk) => {
      said += String(chunk);
      if (!/^\d{3} [^\n]*\r\n$/m.test(said)) return;
      const next = left.shift();
      if (next === undefined) resolve();
      else socket.write(`${next}\r\n`);
    });
  });
  return { said: () => said, closed, socket };
}

/** Opens connections of five addresses, ten each. */
function holdFifty(port: number, lines: readonly string[] = []): Promise<HeldConnection[]> {
  const addresses = Array.from({ length: 50 }, (_, index) => `127.0.0.${(index % 5) + 1}`);
  return Promise.all(addresses.map((address) => hold(port, address, lines)));
}

function sendFrom(port: number, localAddress: string): Promise<string> {
  const transport = createTransport({ host: "127.0.0.1", port, ignoreTLS: true, localAddress });
  onTestFinished(() => transport.close());
  return transport.sendMail({ from: "alice@example.com", to: TO, text: "Kia ora" }).then(
    ({ response }) => response,
    (error: { response?: string; message: string }) => error.response ?? error.message,
  );
}

const ACCEPTED = "250 2.0.0 Accepted: 1 text";

describe("five addresses that hold fifty idle connections", () => {
  it("do not keep a sixth out", async () => {
    const port = await start();
    await holdFifty(port);
    expect(await sendFrom(port, "127.0.0.6")).toBe(ACCEPTED);
  });

  it("lose the one that has waited longest where there are no more", async () => {
    const port = await start({ connections: 50 });
    const first = await hold(port, "127.0.0.7");
    await holdFifty(port);
    // The fiftieth of them has already displaced the first.
    await first.closed;
    expect(first.said()).toMatch(/\r\n421 4\.3\.2 Others are waiting\./);
    expect(await sendFrom(port, "127.0.0.6")).toBe(ACCEPTED);
  });

  it("lose one although all of them have begun an email", async () => {
    const port = await start({ connections: 50 });
    const held = await holdFifty(port, HELLO);
    expect(await sendFrom(port, "127.0.0.6")).toBe(ACCEPTED);
    const ended = held.filter(({ said }) => said().includes("421 4.3.2 "));
    expect(ended).toHaveLength(1);
  });
});

describe("a connection", () => {
  it("with an email stays while others are without", async () => {
    const port = await start({ connections: 2 });
    const busy = await hold(port, "127.0.0.1", HELLO);
    const idle = await hold(port, "127.0.0.2");
    await hold(port, "127.0.0.3");
    await idle.closed;
    expect(busy.said()).not.toContain("421");
    expect(busy.socket.readyState).toBe("open");
  });

  it("whose email is whole is answered, and others are turned away meanwhile", async () => {
    let finish: (texts: number) => void = () => {};
    let begun = () => {};
    const given = new Promise<void>((resolve) => (begun = resolve));
    const submit = () =>
      new Promise<number>((resolve) => {
        finish = resolve;
        begun();
      });
    const port = await start({ connections: 1 }, submit);
    const answer = sendFrom(port, "127.0.0.1");
    await given;
    expect((await hold(port, "127.0.0.2")).said()).toMatch(/^421 4\.3\.2 Too many connections\./);
    finish(1);
    expect(await answer).toBe(ACCEPTED);
  });

  it("ends where no email has begun in time, whatever it says", async () => {
    const port = await start({ beforeMailMs: 300 });
    const idle = await hold(port, "127.0.0.1", ["EHLO mail.example.com", "NOOP"]);
    const busy = await hold(port, "127.0.0.1", HELLO);
    await idle.closed;
    expect(idle.said()).toContain("421 4.4.2 No email has begun.");
    expect(busy.said()).not.toContain("421");
  });
});
