/**
 * Texts that were slow for some pattern or loop. Each is repeated to the length that is asked for. Together
 * they contain everything that our own text functions look for.
 */
const UNITS: readonly string[] = [
  ...["0", ".", "@", "<", "&", '"', "(", "{", "-", ";", ",", ":", "/", " ", "\t", "\n", "\r", "\0", "a", "~"],
  ...["0000.", "a.", "@a", "..a", "{{", "{{a", "{{a}}", "<a", "</", "<!--", "<p>", "<script>", "&#", "&amp;"],
  ...["http://", "://", "www.", "a.co.nz ", "a.co.nz/", "x@a.nz ", "1.2.3.4 ", "021 ", "021-", "+64 ", "(0)"],
  ...[
    "0211234567 ",
    "()",
    "0-",
    " .",
    ". ",
    "- ",
    "--\n",
    ">\n",
    "On a\n",
    "From:\n",
    " \n",
    "\r\n",
    '"a',
    '" ',
    "a,",
  ],
  ...["\u0300", "e\u0300", "\u00e9", "\u200b", "\u3002", "\u2026", "\u00a0", "\u0e33", "\ud800", "\udc00"],
  ...[
    "\u{1f600}",
    "\u{1f1f3}",
    "\u{1f468}\u200d",
    "\u1100",
    "\u0915\u094d",
    "\ufb01",
    "\u00fc.",
    "\u4e2d.",
    "[::1]",
  ],
];

/**
 * Two texts that are compared: `step` times the length may take `maxRatio` times the work. It is wrong when each of
 * `runs` takes more.
 */
type Comparison = { size: number; step: number; maxRatio: number; negligibleUs: number; runs: number };

/**
 * Every unit's comparison. A quadratic function takes sixteen times the work for four times the text. Less
 * processor time than `negligibleUs` is quick enough, and too little to compare.
 */
const USUAL: Comparison = { size: 16 * 1024, step: 4, maxRatio: 9, negligibleUs: 100_000, runs: 3 };

/**
 * What decides whether a unit needs it: the same with a quarter of the lengths, so that most of the work is
 * spared. A function that exceeds the ratio of `USUAL` there has 5.8 times the work here.
 */
const SCREENING: Comparison = { size: 4 * 1024, step: 4, maxRatio: 5, negligibleUs: 1_500, runs: 1 };

/** The slowest unit's, up to the body limit. The garbage of so much is collected in some runs, and not in others. */
const LARGE: Comparison = { ...USUAL, size: 1024 * 1024, runs: 5 };

/** A text function, or one that reads a text. Its result does not matter here. */
export type TextFunction = (text: string) => unknown;

/**
 * The first text for which a function takes more than linear time, as a sentence. Null where there is none.
 * Processor time is compared with itself, so that a slow or busy machine changes nothing.
 */
export function superlinear(run: TextFunction): string | null {
  let dearest = { unit: "", us: -1 };
  for (const unit of UNITS) {
    const { us, isOver } = measure(run, unit, SCREENING);
    const wrong = isOver ? compare(run, unit, USUAL) : null;
    if (wrong !== null) return wrong;
    if (us > dearest.us) dearest = { unit, us };
  }
  return compare(run, dearest.unit, LARGE);
}

/** A run that was held up is repeated: a slow function is slow each time. */
function compare(run: TextFunction, unit: string, comparison: Comparison): string | null {
  let ratio = 0;
  for (let done = 0; done < comparison.runs; done++) {
    const measured = measure(run, unit, comparison);
    if (!measured.isOver) return null;
    ratio = measured.ratio;
  }
  const { step, size } = comparison;
  return `${JSON.stringify(unit)}: ${ratio.toFixed(1)} times the work for ${step} times ${size} characters`;
}

/**
 * Runs a function on a comparison's longer text, and on the shorter one where that took long enough. The longer
 * goes first: what a first run takes more is never hidden in the shorter one.
 */
function measure(run: TextFunction, unit: string, { size, step, maxRatio, negligibleUs }: Comparison) {
  const us = processorTime(run, repeated(unit, size * step));
  if (us < negligibleUs) return { us, ratio: 0, isOver: false };
  const ratio = us / Math.max(processorTime(run, repeated(unit, size)), 1);
  return { us, ratio, isOver: ratio > maxRatio };
}

function repeated(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

/** The processor time that a function takes, in microseconds, however busy the machine is. */
export function processorTime(run: TextFunction, text: string): number {
  const before = process.cpuUsage();
  run(text);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
