import { connect as connectTcp, isIP, type Socket } from "node:net";
import { checkServerIdentity, connect as connectTls } from "node:tls";

/** Where a link goes. `tls`: null for a link without encryption; texts are in PEM. */
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
 * Connects, within a time that TLS is part of. With TLS the certificate is verified, and there is no other way in:
 * nothing is sent to a peer that cannot prove its name, which may be an IP address.
 * @throws Error that says in words what went wrong.
 */
export function connect({ host, port, tls }: LinkAddress, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const serverName = tls?.serverName ?? host;
    const socket = tls
      ? connectTls({
          host,
          port,
          ca: tls.ca,
          cert: tls.cert,
          key: tls.key,
          rejectUnauthorized: true,
          minVersion: "TLSv1.2",
          // An IP address is not sent, and Node would verify the host's name in its place.
          ...(isIP(serverName) ? {} : { servername: serverName }),
          checkServerIdentity: (_, certificate) => checkServerIdentity(serverName, certificate),
        })
      : connectTcp({ host, port });
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    const timer = setTimeout(() => fail(new Error(`no connection within ${timeoutMs} ms`)), timeoutMs);
    const failed = (error: Error) => fail(new Error(`no connection: ${error.message}`));
    socket.once("error", failed);
    const closed = () => failed(new Error("the peer closed it"));
    socket.once("close", closed);
    socket.once(tls ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
      socket.off("error", failed).off("close", closed);
      socket.setNoDelay(true);
      socket.setKeepAlive(true);
      resolve(socket);
    });
  });
}
