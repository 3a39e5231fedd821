// Moves an account in a process of its own, which dies at the step in `KILL_AT`.
import { moveAccount } from "@/tests/support/moves/cells-of-test";

const { ACCOUNT = "", TO, KILL_AT } = process.env;

await moveAccount(ACCOUNT, Number(TO), {
  step: async (name) => {
    if (name === KILL_AT) process.kill(process.pid, "SIGKILL");
    // The signal may take a moment, so no further step may run.
    if (name === KILL_AT) await new Promise(() => {});
  },
});
process.exit(0);
