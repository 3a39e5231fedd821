import { createRequire } from "node:module";

/** What is used of the other implementation's data units: it has no types of its own. */
export type OtherPdu = Record<string, unknown> & { toBuffer(): Buffer };

type OtherSmpp = { PDU: new (...given: [command: string, options: object] | [octets: Buffer]) => OtherPdu };

/** The data units of an independent implementation of SMPP. */
export const { PDU } = createRequire(import.meta.url)("smpp") as OtherSmpp;
