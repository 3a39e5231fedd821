import "reflect-metadata";
import { randomUUID, webcrypto } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";

const KEY = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const DAY_MS = 24 * 3_600_000;

export type ReceivedRequest = {
  path: string;
  headers: http.IncomingHttpHeaders;
  /** The bytes as they arrived. */
  body: Buffer;
  at: Date;
};

export type Receiver = {
  url: string;
  port: number;
  /** The value for `WEBHOOK_PRIVATE_HOSTS`. */
  hostPort: string;
  /** The certificate authority of its certificate, PEM. Empty without TLS. */
  ca: string;
  /** The requests that have arrived, oldest first. */
  requests: ReceivedRequest[];
  close(): Promise<void>;
};

export type ReceiverOptions = {
  tls: boolean;
  /** Responds after the body has arrived. By default with 200 and an empty body. */
  respond?: (request: ReceivedRequest, response: http.ServerResponse) => void;
  /**
   * The name in its URL and its certificate, which a test's lookup must return. By default
   * `receiver.example.com`.
   */
  hostname?: string;
  /** The address on which it listens; 127.0.0.1 by default. */
  address?: string;
  /** The port; a free one by default. */
  port?: number;
};

/**
 * Starts a webhook receiver for tests: a real HTTP or HTTPS server on this machine, with a certificate
 * authority of its own.
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { tls, respond = (_, response) => response.end(), hostname = "receiver.example.com" } = options;
  const requests: ReceivedRequest[] = [];
  const listener: http.RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const { url: path = "/", headers } = request;
    const received = { path, headers, body: Buffer.concat(chunks), at: new Date() };
    requests.push(received);
    respond(received, response);
  };
  const { ca, ...credentials } = tls ? await issueCertificate(hostname) : { ca: "" };
  const server = tls ? https.createServer(credentials, listener) : http.createServer(listener);
  server.listen(options.port ?? 0, options.address ?? "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The receiver has no port.");
  const hostPort = `${hostname}:${address.port}`;
  return {
    url: `${tls ? "https" : "http"}://${hostPort}/hook`,
    port: address.port,
    hostPort,
    ca,
    requests,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Returns a lookup for tests. Each call returns the next list of addresses, and the last list stays. An empty
 * list means that the name does not exist.
 */
export function answerLookups(...answers: string[][]): LookupFunction {
  let calls = 0;
  return (hostname, { all }, callback) => {
    const addresses = answers[Math.min(calls, answers.length - 1)] ?? [];
    calls += 1;
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [chosen] = found;
    setImmediate(() => {
      if (chosen === undefined) {
        callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: "ENOTFOUND" }), []);
      } else if (all) callback(null, found);
      else callback(null, chosen.address, chosen.family);
    });
  };
}

/**
 * Issues a new certificate authority, and a certificate under it for one host, by default for 30 days. All
 * are PEM.
 */
export async function issueCertificate(
  hostname: string,
  notAfter = new Date(Date.now() + 30 * DAY_MS),
): Promise<{ ca: string; cert: string; key: string }> {
  const authorityKeys = await webcrypto.subtle.generateKey(KEY, false, ["sign", "verify"]);
  const keys = await webcrypto.subtle.generateKey(KEY, true, ["sign", "verify"]);
  const notBefore = new Date(Date.now() - 2 * DAY_MS);
  const authority = await X509CertificateGenerator.createSelfSigned({
    // A client that trusts two authorities of one name would confuse them.
    name: `CN=Authority of test ${randomUUID()}`,
    notBefore,
    notAfter,
    signingAlgorithm: KEY,
    keys: authorityKeys,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ],
  });
  const certificate = await X509CertificateGenerator.create({
    subject: "CN=Receiver of a test",
    issuer: authority.subject,
    notBefore,
    notAfter,
    signingAlgorithm: KEY,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    extensions: [
      new SubjectAlternativeNameExtension([{ type: isIP(hostname) === 0 ? "dns" : "ip", value: hostname }]),
    ],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`;
  return { ca: `${authority.toString("pem")}\n`, cert: certificate.toString("pem"), key };
}
