import { startSmppServer } from "@/bench/lib/carriers/smpp-server";
import { serveWork } from "@/bench/lib/process/child";

// The network behind a peer, in a process of its own.

/** The questions to it: its port, how often a client has bound, and how many messages it has accepted. */
export type SmppJob = "port" | "bound" | "taken";

const smpp = await startSmppServer();
serveWork((job: SmppJob): number => smpp[job]);
