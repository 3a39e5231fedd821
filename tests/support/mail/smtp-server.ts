import { once } from "node:events";
import net from "node:net";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

/** An email as it arrived. */
export type ReceivedMail = {
  from: string;
  to: string[];
  /** Header lines and body, without the dots that SMTP adds. */
  raw: string;
  /** The text, decoded. */
  text: string;
  header(name: string): string | undefined;
};

export type SmtpServer = {
  /** The value for `SMTP_URL`. */
  url: string;
  /** The accepted emails, oldest first. */
  mails: ReceivedMail[];
  /** Every command line, credentials included, in order of arrival. */
  commands: string[];
};

/**
 * Starts a mail server on this machine until the end of the test.
 * @param answer replaces the positive reply to a command line. `null`: it never replies. `hang up`: it closes
 * the connection without a reply. The line is empty for the greeting, and `.` at the end of an email. The
 * server stores an email that it accepts.
 */
export async function startSmtpServer(
  answer: (line: string) => string | null | undefined = () => undefined,
): Promise<SmtpServer> {
  const [mails, commands]: [ReceivedMail[], string[]] = [[], []];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    void converse(socket, answer, mails, commands);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${(server.address() as net.AddressInfo).port}`, mails, commands };
}

const GREETING = "220 mail.example.com ESMTP";
const AGREES: Record<string, string> = {
  EHLO: "250-mail.example.com\r\n250 AUTH PLAIN",
  AUTH: "235 2.7.0 Welcome",
  DATA: "354 Go on",
  QUIT: "221 2.0.0 Bye",
};

async function converse(
  socket: net.Socket,
  answer: (line: string) => string | null | undefined,
  mails: ReceivedMail[],
  commands: string[],
): Promise<void> {
  const say = (line: string, agrees: string) => {
    const said = answer(line);
    if (said === "hang up") socket.destroy();
    else if (said !== null) socket.write(`${said ?? agrees}\r\n`);
    return said === undefined || /^[23]/.test(said ?? "");
  };
  let [from, to]: [string, string[]] = ["", []];
  let data: string[] | null = null;
  say("", GREETING);
  for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (data !== null && line !== ".") {
      data.push(line.replace(/^\./, ""));
      continue;
    }
    commands.push(line);
    const verb = line.split(" ", 1)[0]?.toUpperCase() ?? "";
    const agreed = say(line, AGREES[verb] ?? "250 2.0.0 OK");
    const address = /<(.*?)>/.exec(line)?.[1] ?? "";
    if (verb === "MAIL") [from, to] = [address, []];
    if (verb === "RCPT" && agreed) to.push(address);
    if (verb === "DATA" && agreed) data = [];
    if (line === "." && data !== null) {
      if (agreed) mails.push(readMail(from, to, data.join("\r\n")));
      data = null;
    }
    if (verb === "QUIT") socket.end();
  }
}

function readMail(from: string, to: string[], raw: string): ReceivedMail {
  const [head = "", ...body] = raw.split("\r\n\r\n");
  const headers = head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
  const header = (name: string) =>
    headers.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))?.slice(name.length + 2);
  return { from, to, raw, header, text: decode(body.join("\r\n\r\n"), header("Content-Transfer-Encoding")) };
}

function decode(body: string, encoding: string | undefined): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return body.replaceAll("\r\n", "\n");
  const bytes = body
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString().replaceAll("\r\n", "\n");
}
