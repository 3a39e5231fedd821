import {
  restartCounts,
  type SmppBehaviour,
  type SmppCounts,
  startSmppServer,
} from "@/bench/lib/carriers/smpp-server";
import { serveWork } from "@/bench/lib/process/child";

// A network of its own process.

/** One of its figures; or how it is to behave from now on, with figures that begin anew. */
export type SmppJob = keyof SmppCounts | SmppBehaviour;

const smpp = await startSmppServer();
serveWork((job: SmppJob): number => {
  if (typeof job === "string") return smpp[job];
  restartCounts(smpp, job);
  return 0;
});
