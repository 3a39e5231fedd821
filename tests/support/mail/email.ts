import { generateKeyPairSync } from "node:crypto";
import { createTransport, type SendMailOptions } from "nodemailer";
import type { Resolver } from "@/lib/email-to-sms/authenticate";

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "der" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

/** The key that signs for every domain of the tests, with the selector `test`. */
export const TEST_KEY = privateKey;
const KEY_RECORD = `v=DKIM1; k=rsa; p=${publicKey.toString("base64")}`;

/** The sender of the tests' emails. */
export const MAIL_HOST = "192.0.2.10";

/** Returns a raw email as nodemailer writes it, signed for `signedBy`. */
export async function rawEmail(mail: SendMailOptions, signedBy?: string): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const dkim = { domainName: signedBy ?? "", keySelector: "test", privateKey };
  const sent = await transport.sendMail({ ...mail, ...(signedBy === undefined ? {} : { dkim }) });
  return sent.message as Buffer;
}

/** Returns the lines of an email with their line ends, one byte for each character. */
export function emailOf(...lines: readonly string[]): Buffer {
  return Buffer.from(lines.join("\r\n"), "latin1");
}

/**
 * Returns name servers with the key of every domain, and the given records by type and name: `"TXT
 * example.com"`. A record that is an error code is thrown. `asked` lists every query.
 */
export function nameServers(records: Record<string, string[] | string> = {}): {
  resolver: Resolver;
  asked: string[];
} {
  const asked: string[] = [];
  const resolver: Resolver = async (domain, type) => {
    const question = `${type} ${domain}`;
    asked.push(question);
    const known =
      records[question] ?? (/^TXT test\._domainkey\./.test(question) ? [KEY_RECORD] : "ENOTFOUND");
    if (typeof known === "string") throw Object.assign(new Error(known), { code: known });
    return type === "TXT" ? known.map((text) => [text]) : known;
  };
  return { resolver, asked };
}
