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

/** Characters of a comparison's smaller text: for every unit, and for the slowest unit, up to 4 MiB. */
const SIZE = 16 * 1024;
const LARGE_SIZE = 1024 * 1024;
const STEP = 4;

/**
 * Four times the text may take this many times the work. A quadratic function takes sixteen times as much.
 */
const MAX_RATIO = 9;

/** Less processor time than this is quick enough, and too little to compare, in microseconds. */
const NEGLIGIBLE_US = 100_000;

const RUNS = 3;

/** A text function, or one that reads a text. Its result does not matter here. */
export type TextFunction = (text: string) => unknown;

/**
 * The first text for which a function takes more than linear time, as a sentence. Null where there is none.
 * Processor time is compared with itself, so that a slow or busy machine changes nothing.
 */
export function superlinear(run: TextFunction): string | null {
  let dearest = { unit: "", us: -1 };
  for (const unit of UNITS) {
    const us = processorTime(run, repeated(unit, SIZE * STEP));
    const wrong = us > NEGLIGIBLE_US ? compare(run, unit, SIZE) : null;
    if (wrong !== null) return wrong;
    if (us > dearest.us) dearest = { unit, us };
  }
  return compare(run, dearest.unit, LARGE_SIZE);
}

/** A run that was held up is repeated: a slow function is slow each time. */
function compare(run: TextFunction, unit: string, size: number): string | null {
  let ratio = 0;
  for (let done = 0; done < RUNS; done++) {
    const less = processorTime(run, repeated(unit, size));
    const more = processorTime(run, repeated(unit, size * STEP));
    ratio = more / Math.max(less, 1);
    if (more < NEGLIGIBLE_US || ratio <= MAX_RATIO) return null;
  }
  const times = ratio.toFixed(1);
  return `${JSON.stringify(unit)}: ${times} times the work for ${STEP} times ${size} characters`;
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
