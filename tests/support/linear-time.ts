/**
 * Texts that were slow for some pattern or loop. Each is repeated to the wanted length. Together they contain
 * every character that our text functions look for.
 */
const UNITS: readonly string[] = [
  "0",
  ".",
  "@",
  "<",
  "&",
  '"',
  "(",
  "{",
  "-",
  ";",
  ",",
  ":",
  "/",
  " ",
  "\t",
  "\n",
  "\r",
  "\0",
  "a",
  "~",
  "0000.",
  "a.",
  "@a",
  "..a",
  "{{",
  "{{a",
  "{{a}}",
  "<a",
  "</",
  "<!--",
  "<p>",
  "<script>",
  "&#",
  "&amp;",
  "http://",
  "://",
  "www.",
  "a.co.nz ",
  "a.co.nz/",
  "x@a.nz ",
  "1.2.3.4 ",
  "021 ",
  "021-",
  "+64 ",
  "(0)",
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
  "\u0300",
  "e\u0300",
  "\u00e9",
  "\u200b",
  "\u3002",
  "\u2026",
  "\u00a0",
  "\u0e33",
  "\ud800",
  "\udc00",
  "\u{1f600}",
  "\u{1f1f3}",
  "\u{1f468}\u200d",
  "\u1100",
  "\u0915\u094d",
  "\ufb01",
  "\u00fc.",
  "\u4e2d.",
  "[::1]",
];

/**
 * Texts of four million characters. A pattern with an unbounded repeat may store a position to return to for
 * each character, until its memory is full.
 */
export const LONGEST_TEXTS: readonly string[] = ["\u0300", "\u200b"].map((unit) =>
  unit.repeat(4 * 1024 * 1024),
);

/**
 * A comparison of two texts, one four times as long as the other. No longer texts are needed if the longer
 * one takes less than `quickUs`, or at most `linearRatio` times the work of the shorter one. Less work than
 * `comparedUs` is too little for a ratio. Times are processor time in microseconds.
 */
type Comparison = { size: number; quickUs: number; comparedUs: number; linearRatio: number };

/** The ratio of the two lengths. A quadratic function takes sixteen times the work. */
const STEP = 4;

/** Work up to these values is linear. */
const DECISION = { quickUs: 100_000, comparedUs: 100_000, linearRatio: 9 };

/**
 * Comparisons in turn. Each screening may end them. A function is wrong if each of the `runs` of the last
 * comparison shows it.
 */
type Comparisons = { screenings: readonly Comparison[]; last: Comparison; runs: number };

/**
 * The comparisons for every unit. The short texts spare most functions the long ones. A quadratic part that
 * exceeds the last ratio makes the work 5.8 times as much at a quarter of the lengths.
 */
const USUAL: Comparisons = {
  screenings: [{ size: 4 * 1024, quickUs: 1_500, comparedUs: 1_500, linearRatio: 5 }],
  last: { size: 16 * 1024, ...DECISION },
  runs: 3,
};

/**
 * The comparisons for the slowest unit, up to the body limit. A quadratic part that exceeds the last ratio
 * makes the work 4.5 times as much at a sixteenth of the lengths. Some runs include garbage collection, and
 * others do not.
 */
const LARGE: Comparisons = {
  screenings: [
    { size: 64 * 1024, quickUs: 0, comparedUs: 20_000, linearRatio: 4.5 },
    { size: 256 * 1024, quickUs: 1_500, comparedUs: 20_000, linearRatio: 5 },
  ],
  last: { size: 1024 * 1024, ...DECISION },
  runs: 5,
};

/** A function that reads a text. Its result does not matter here. */
export type TextFunction = (text: string) => unknown;

/** The work of a function on a text, in microseconds. */
export type Work = (run: TextFunction, text: string) => number;

/**
 * Returns a sentence with the first text for which a function takes more than linear time, or null. It
 * compares processor times with each other, so a slow or busy machine changes little.
 * @param work the measure of work; processor time by default.
 */
export function superlinear(run: TextFunction, work: Work = processorTime): string | null {
  let dearest = { unit: "", us: -1 };
  const worked = (text: string) => work(run, text);
  for (const unit of UNITS) {
    const { us, wrong } = compare(worked, unit, USUAL);
    if (wrong !== null) return wrong;
    if (us > dearest.us) dearest = { unit, us };
  }
  return compare(worked, dearest.unit, LARGE).wrong;
}

/** Returns the work of the tested function on a text. */
type WorkOf = (text: string) => number;

/**
 * Compares until the work is shown to be linear. `us` is the work for the longer text of the last screening.
 */
function compare(worked: WorkOf, unit: string, { screenings, last, runs }: Comparisons) {
  let us = 0;
  for (const screening of screenings) {
    const screened = measure(worked, unit, screening);
    us = screened.us;
    if (screened.isLinear) return { us, wrong: null };
  }
  let ratio = 0;
  // A delayed run is repeated: a slow function is slow each time.
  for (let done = 0; done < runs; done++) {
    const measured = measure(worked, unit, last);
    if (measured.isLinear) return { us, wrong: null };
    ratio = measured.ratio;
  }
  const times = `${ratio.toFixed(1)} times the work for ${STEP} times ${last.size} characters`;
  return { us, wrong: `${JSON.stringify(unit)}: ${times}` };
}

/**
 * Runs a function on a comparison's longer text, and on the shorter one if the longer one took long enough.
 * The longer text comes first, so that the extra work of a first run is not hidden in the shorter one.
 */
function measure(worked: WorkOf, unit: string, { size, quickUs, comparedUs, linearRatio }: Comparison) {
  const us = worked(repeated(unit, size * STEP));
  if (us < comparedUs) return { us, ratio: 0, isLinear: us < quickUs };
  const shorter = repeated(unit, size);
  const first = worked(shorter);
  // No function takes a third of the work on a repetition, so garbage was collected meanwhile.
  const least = us < 3 * first ? Math.min(first, worked(shorter)) : first;
  const ratio = us / Math.max(least, 1);
  return { us, ratio, isLinear: ratio <= linearRatio };
}

function repeated(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

/**
 * Returns the processor time that a function takes, in microseconds. It does not depend on the machine's
 * other work.
 */
export function processorTime(run: TextFunction, text: string): number {
  const before = process.cpuUsage();
  run(text);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
