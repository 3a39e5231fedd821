import { measureBesideHanging } from "@/bench/lib/attacks/beside-hanging";
import { measureAttacks } from "@/bench/lib/attacks/measure-attacks";
import { readOptions } from "@/bench/lib/base/options";
import { runBench } from "@/bench/lib/base/run-bench";

const USAGE = `Usage: npm run bench -- attacks [options]
  The times of a customer who sends and reads while others attack the server. It fails at a broken limit.
  --only NAME     only attacks with this in their name
  --seconds N     of each attack, 60 unless told; of --hanging, 40 unless told
  --hanging       instead: the time that webhooks wait for an endpoint that answers, beside 1,000 that hang`;

const options = readOptions(USAGE, { only: "", seconds: 0, hanging: false }, process.argv.slice(2));

runBench(async () => {
  const { only, seconds } = options;
  if (options.hanging) return measureBesideHanging(only, seconds || 40);
  return measureAttacks(only, seconds || 60);
});
