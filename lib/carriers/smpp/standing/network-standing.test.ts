import { describe, expect, it, test } from "vitest";
import { AnswerTime } from "@/lib/carriers/smpp/standing/answer-time";
import type { SubmissionEnd } from "@/lib/carriers/smpp/standing/link-silence";
import { type MessageAnswer, NetworkStanding } from "@/lib/carriers/smpp/standing/network-standing";

const S = 1_000;

/** Returns a network with bound links, and functions for its events by a clock of seconds. */
function network(links = [1], { isProven = true, responseS = 60 } = {}) {
  const standing = new NetworkStanding(responseS * S);
  const message = {};
  const write = (atS: number, link = 1, as: object = {}) => standing.written(link, as, atS * S);
  const end = (how: SubmissionEnd, atS: number, link = 1) => standing.ended(link, how, atS * S);
  const answer = (atS: number, kind: MessageAnswer["kind"] = "accepted", afterS = 0.1, link = 1) => {
    end("answered", atS, link);
    standing.answered({ kind, ms: afterS * S, at: atS * S, cause: "It is full. (0x00000014)" });
  };
  /** Returns the judgement at an instant. */
  const judged = (atS: number) => {
    standing.check(atS * S, links);
    const { isUp, standing: word } = standing.health(atS * S);
    return [isUp ? "up" : "down", word];
  };
  if (isProven) {
    write(0);
    answer(0.1);
  }
  return { standing, message, write, end, answer, judged };
}

type Network = ReturnType<typeof network>;
type Case = [name: string, happens: (network: Network) => void, atS: number, judged: [string, string | null]];

/**
 * Returns the events of a busy network: `count` messages from an instant on, one every `everyS` seconds, all
 * answered alike.
 */
function all(kind: MessageAnswer["kind"], { fromS = 10, everyS = 1, count = 100 } = {}) {
  return ({ write, answer }: Network) => {
    for (let sent = 0; sent < count; sent++) {
      write(fromS + sent * everyS);
      answer(fromS + sent * everyS + 0.1, kind);
    }
  };
}

const CASES: Case[] = [
  ["nothing is owed", () => undefined, 100, ["up", null]],
  ["an answer is owed for 9 s", ({ write }) => write(100), 109, ["up", null]],
  ["an answer is owed for 10 s", ({ write }) => write(100), 110, ["down", "failing"]],
  ["one message an hour is owed an answer", ({ write }) => write(3_600), 3_611, ["down", "failing"]],
  [
    "a window is owed, and its newest message was written just now",
    ({ write }) => {
      for (let at = 100; at < 110; at++) write(at);
    },
    110.5,
    ["down", "failing"],
  ],
  [
    "one of many answers never comes",
    ({ write, answer }) => {
      write(100);
      for (let at = 101; at < 140; at++) {
        write(at);
        answer(at + 0.1);
      }
    },
    139.5,
    ["up", null],
  ],
  [
    "three in a row are late",
    ({ write, end }) => {
      for (const at of [100, 200, 300]) {
        write(at);
        end("late", at + 5);
      }
    },
    306,
    ["down", "failing"],
  ],
  [
    "two are late, one is answered, and two are late",
    ({ write, end, answer }) => {
      for (const how of ["late", "late", "answered", "late", "late"] as const) {
        write(100);
        if (how === "answered") answer(101);
        else end(how, 101);
      }
    },
    102,
    ["up", null],
  ],
  [
    "a link is lost with a full window",
    ({ write, end }) => {
      for (let sent = 0; sent < 10; sent++) write(100);
      for (let sent = 0; sent < 10; sent++) end("lost", 101);
    },
    102,
    ["up", null],
  ],
  [
    "the link is lost after each message, three times",
    ({ write, end }) => {
      for (const at of [100, 105, 110]) {
        write(at);
        end("lost", at + 1);
      }
    },
    112,
    ["down", "failing"],
  ],
  [
    "what was not written is owed no answer",
    ({ write, end }) => {
      write(100);
      end("not written", 101);
    },
    200,
    ["up", null],
  ],
  ["it was silent and answers late", answeredLate(20), 126, ["up", null]],
  ["all is throttled for 29 s", all("put off", { count: 29 }), 39, ["up", "no codes"]],
  ["all is throttled for 30 s", all("put off", { count: 31 }), 40.2, ["down", "failing"]],
  ["all is throttled, ever more rarely", pauses([1, 2, 4, 8, 16]), 41.5, ["down", "failing"]],
  ["one is throttled, and nothing else is sent", all("put off", { count: 1 }), 50, ["up", "no codes"]],
  ["one is throttled, and nothing is sent for long", all("put off", { count: 1 }), 500, ["up", null]],
  ["two are throttled an hour apart", all("put off", { count: 2, everyS: 3_600 }), 3_611, ["up", null]],
  [
    "every third is throttled",
    ({ write, answer }) => {
      for (let sent = 0; sent < 90; sent++) {
        write(10 + sent);
        answer(10.1 + sent, sent % 3 === 0 ? "put off" : "accepted");
      }
    },
    99.5,
    ["up", null],
  ],
  ["all handsets are unknown to it", all("neither"), 115, ["up", null]],
  ["it was full for long, and accepts one", fullThenAccepts, 200, ["up", null]],
];

function answeredLate(afterS: number) {
  return ({ write, answer, judged }: Network) => {
    write(105);
    judged(116);
    answer(105 + afterS, "accepted", afterS);
  };
}

function pauses(waits: readonly number[]) {
  return ({ write, answer }: Network) => {
    let at = 10;
    for (const wait of [0, ...waits]) {
      at += wait;
      write(at);
      answer(at + 0.1, "put off");
    }
  };
}

function fullThenAccepts(network: Network) {
  all("put off")(network);
  network.judged(111);
  network.write(150);
  network.answer(150.1);
}

describe("a network is judged by its answers", () => {
  test.each(CASES)("%s", (_, happens, atS, expected) => {
    const judged = network();
    happens(judged);
    expect(judged.judged(atS)).toEqual(expected);
  });

  test.each([10, 12, 14.9, 20, 25, 29, 40])("as up that answers steadily after %i s", (answersS) => {
    const { write, answer, judged } = network([1], { isProven: false });
    // The windows follow one another. The network's usual time is known after the first.
    for (let window = 0; window < 5; window++) {
      const at = window * answersS;
      for (let sent = 0; sent < 10; sent++) write(at);
      if (window > 0) expect([window, ...judged(at + answersS - 0.1)]).toEqual([window, "up", null]);
      for (let sent = 0; sent < 10; sent++) answer(at + answersS, "accepted", answersS);
    }
  });

  it("link by link, and is up while one link answers", () => {
    const { standing, write, answer, judged } = network([1, 2]);
    write(100, 2);
    for (let at = 100; at < 115; at++) {
      write(at);
      answer(at + 0.1);
    }
    expect(judged(115)).toEqual(["up", null]);
    expect([standing.troubleOf(1, 118 * S), standing.troubleOf(2, 116 * S)]).toEqual([null, null]);
    expect(standing.troubleOf(2, 118 * S)).toContain("answers no message");
    expect(standing.linkNeeds(1, 115 * S)).toBe("any");
    expect(standing.linkNeeds(2, 115 * S)).toBe("nothing");
    expect(standing.linkNeeds(2, 121 * S)).toBe("one");
    write(121, 2);
    expect([124, 130, 132].map((at) => standing.linkNeeds(2, at * S))).toEqual(["nothing", "nothing", "one"]);
    answer(132, "accepted", 0.1, 2);
    expect([standing.linkNeeds(2, 132 * S), standing.troubleOf(2, 200 * S)]).toEqual(["any", null]);
  });

  it("and asked by one message at a time, ever more rarely, though its link is bound anew", () => {
    const { standing, write, judged } = network();
    write(100);
    expect(judged(110)).toEqual(["down", "failing"]);
    expect(standing.room(114 * S)).toBe(0);
    const asked: number[] = [];
    for (let at = 111; at < 400; at++) {
      if (at % 60 === 0) standing.linksLost();
      if (standing.room(at * S) === 0) continue;
      expect([standing.room(at * S), judged(at)]).toEqual([1, ["down", "asks"]]);
      asked.push(at);
      write(at);
      expect(judged(at + 0.1)).toEqual(["down", "failing"]);
    }
    expect(asked).toEqual([115, 125, 145, 185, 245, 305, 365]);
  });
});

describe("a network whose links were all lost", () => {
  it("is tried by one message, and by the next after its usual answer", () => {
    const { standing, write, answer } = network();
    for (let sent = 0; sent < 50; sent++) {
      write(1 + sent);
      answer(1.2 + sent, "accepted", 0.2);
    }
    expect(standing.room(60 * S)).toBe(Number.POSITIVE_INFINITY);
    standing.linksLost();
    expect(standing.room(60 * S)).toBe(1);
    write(60);
    expect([standing.room(60.4 * S), standing.room(60.8 * S)]).toEqual([0, 1]);
    write(60.8);
    answer(61);
    expect(standing.room(61 * S)).toBe(Number.POSITIVE_INFINITY);
  });

  test.each([
    ["whose usual answer is not known", undefined],
    ["that answers slowly", 20],
  ])("%s, is tried again after 5 s", (_, answersS) => {
    const { standing, write, answer } = network([1], { isProven: false });
    if (answersS) {
      write(0);
      answer(answersS, "accepted", answersS);
      standing.linksLost();
    }
    write(60);
    expect([standing.room(64.9 * S), standing.room(65 * S)]).toEqual([0, 1]);
  });

  it("has all parts of the message that tries it written", () => {
    const { standing, message, write, judged } = network();
    write(100);
    judged(110);
    write(115, 1, message);
    expect([standing.mayWrite(message, 116 * S), standing.mayWrite({}, 116 * S)]).toEqual([true, false]);
  });
});

describe("the usual answer time", () => {
  it("is unknown at first, and follows what comes", () => {
    const time = new AnswerTime();
    expect(time.usualMs).toBeNull();
    time.note(100);
    expect(time.usualMs).toBe(300);
    for (let times = 0; times < 50; times++) time.note(100);
    expect(time.usualMs).toBeCloseTo(100, 0);
    for (let times = 0; times < 50; times++) time.note(4_000);
    expect(time.usualMs).toBeGreaterThan(3_900);
  });
});
