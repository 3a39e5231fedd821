import { createRequire } from "node:module";

/** The used part of the other implementation's data units, which have no types of their own. */
export type OtherPdu = Record<string, unknown> & { toBuffer(): Buffer };

type OtherSmpp = { PDU: new (...given: [command: string, options: object] | [octets: Buffer]) => OtherPdu };

/** The data units of an independent SMPP implementation. */
export const { PDU } = createRequire(import.meta.url)("smpp") as OtherSmpp;

/** A connection of the other implementation's server. `pdu.response()` returns the response to a request. */
export type OtherSession = {
  on(event: string, listen: (pdu: OtherPdu & { response(fields?: object): OtherPdu }) => void): void;
  send(pdu: OtherPdu): void;
  deliver_sm(fields: object, answered: (pdu: OtherPdu) => void): void;
};

/** Starts a server of the other implementation on loopback. */
export function startOtherSmsc(
  onSession: (session: OtherSession) => void,
): Promise<{ port: number; stop: () => void }> {
  const { createServer } = createRequire(import.meta.url)("smpp") as {
    createServer(listen: (session: OtherSession & { destroy?(): void }) => void): import("node:net").Server;
  };
  const server = createServer((session) => {
    session.on("error", () => undefined);
    onSession(session);
  });
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      resolve({ port, stop: () => server.close() });
    }),
  );
}
