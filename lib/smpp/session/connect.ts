import { connect as connectTcp, isIP, type Socket } from "node:net";
import { checkServerIdentity, connect as connectTls } from "node:tls";
import { failureOf } from "@/lib/smpp/session/connect-failure";

/** The target of a link. `tls`: null for a link without encryption. Texts are in PEM. */
export type LinkAddress = {
  host: string;
  port: number;
  tls: null | {
    ca?: string | undefined;
    cert?: string | undefined;
    key?: string | undefined;
    serverName?: string | undefined;
  };
};

/**
 * Connects within a time that includes TLS. With TLS the certificate is always verified: no data is sent to a peer
 * that cannot prove its name, which may be an IP address.
 * @throws Error with the cause in words, and the setting to check.
 */
export function connect(address: LinkAddress, timeoutMs: number): Promise<Socket> {
  const { host, port, tls } = address;
  return new Promise((resolve, reject) => {
    const serverName = tls?.serverName ?? host;
    let hasTcp = false;
    const named = (error: unknown) =>
      new Error(`no connection: ${failureOf(error, { host, port, isTls: tls !== null, hasTcp, timeoutMs })}`);
    const socket = tls
      ? connectTls({
          host,
          port,
          ca: tls.ca,
          cert: tls.cert,
          key: tls.key,
          rejectUnauthorized: true,
          minVersion: "TLSv1.2",
          // An IP address is not sent. Node would verify the host's name in its place.
          ...(isIP(serverName) ? {} : { servername: serverName }),
          checkServerIdentity: (_, certificate) => checkServerIdentity(serverName, certificate),
        })
      : connectTcp({ host, port });
    const failed = (error: unknown) => {
      clearTimeout(timer);
      socket.destroy();
      reject(named(error));
    };
    const timer = setTimeout(() => failed("no answer"), timeoutMs);
    socket.once("error", failed);
    const closed = () => failed("closed");
    socket.once("close", closed);
    socket.once("connect", () => {
      hasTcp = true;
    });
    socket.once(tls ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
      socket.off("error", failed).off("close", closed);
      socket.setNoDelay(true);
      socket.setKeepAlive(true);
      resolve(socket);
    });
  });
}
