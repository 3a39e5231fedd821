import { runLoad } from "@/bench/lib/load/load";
import { serveWork } from "@/bench/lib/process/child";

// Drives servers from a process of its own, so that the load does not compete with what is measured.
serveWork(runLoad);
