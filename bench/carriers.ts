import { brokenLimits } from "@/bench/lib/base/limits";
import { readOptions } from "@/bench/lib/base/options";
import { runBench } from "@/bench/lib/base/run-bench";
import { measureBesideDead } from "@/bench/lib/carriers/beside-dead";
import { measureKills } from "@/bench/lib/carriers/kills";
import { measureRates } from "@/bench/lib/carriers/rates";

const USAGE = `Usage: npm run bench -- carriers [options]
  The messages that go from the queue to a network in a second, with their receipts stored. It fails below a limit.
  --only NAME         only scenarios with this in their name
  --rate N            the limit to a network that answers at once; 4000 unless told
  --latency-rate N    the limit to one that answers after 50 ms; 360 unless told
  --without-kannel    leaves Kannel out, which is measured beside it if it is installed
  --profile FOLDER    writes there the server's processor time, and the statements of the database
  --dead              instead: the time of messages to a network that works, alone and beside a dead one
  --dead-percent N    of --dead: the limit of its p99 beside the dead one, in a hundred more; 10 unless told
  --kills             instead: 10,000 messages while SMSCs and servers are killed. It fails at a loss
  --seed N            of --kills: decides what is killed, and when
  --rounds N          of --dead: in turns so many times, 3 unless told; of --kills: so many kills, 20 unless told
  --seconds N         of --dead: seconds of each turn, 20 unless told`;

const options = readOptions(
  USAGE,
  {
    only: "",
    rate: 4_000,
    "latency-rate": 360,
    "without-kannel": false,
    profile: "",
    dead: false,
    "dead-percent": 10,
    kills: false,
    seed: Date.now() % 100_000,
    rounds: 0,
    seconds: 0,
  },
  process.argv.slice(2),
);

runBench(async () => {
  const { rounds, seconds, only, seed } = options;
  if (options.kills) return measureKills({ kills: rounds || 20, seed });
  if (options.dead) {
    const deadPercent = options["dead-percent"];
    return brokenLimits([
      await measureBesideDead({ rounds: rounds || 3, seconds: seconds || 20, deadPercent }),
    ]);
  }
  const { rate, profile } = options;
  const limits = { rate, latencyRate: options["latency-rate"] };
  return brokenLimits(await measureRates({ only, limits, profile, hasKannel: !options["without-kannel"] }));
});
