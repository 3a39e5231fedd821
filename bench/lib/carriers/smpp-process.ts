import { startSmppServer } from "@/bench/lib/carriers/smpp-server";
import { serveWork } from "@/bench/lib/process/child";

// The network behind a peer, in a process of its own.

/** What it is asked: where it listens, how often it was bound to, how many messages it has taken. */
export type SmppJob = "port" | "bound" | "taken";

const smpp = await startSmppServer();
serveWork((job: SmppJob): number => smpp[job]);
