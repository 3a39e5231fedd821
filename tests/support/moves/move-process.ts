// The command that moves an account, in a process of its own, which dies at the step that `KILL_AT` names.
import { runMove } from "@/lib/cells/move/run-move";
import { moveSetting } from "@/tests/support/moves/cells-of-test";

const { ACCOUNT = "", TO, KILL_AT } = process.env;

await runMove(
  { account: ACCOUNT, to: Number(TO), together: false },
  moveSetting({
    step: async (name) => {
      if (name === KILL_AT) process.kill(process.pid, "SIGKILL");
      // Nothing is done any more once the signal is on its way.
      if (name === KILL_AT) await new Promise(() => {});
    },
  }),
);
process.exit(0);
