// The command that divides accounts anew, in a process of its own, which dies once it has said what `KILL_AT` names.
import { rebalance } from "@/lib/cells/rebalance/rebalance";
import { moveSetting } from "@/tests/support/moves/cells-of-test";

const { REQUEST = "", KILL_AT = "" } = process.env;

const say = (sentence: string) => {
  if (sentence.startsWith(KILL_AT)) process.kill(process.pid, "SIGKILL");
};

await rebalance(moveSetting({ say }), JSON.parse(REQUEST), () => new Date());
process.exit(0);
