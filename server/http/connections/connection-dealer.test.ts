import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { ConnectionDealer, type Taker } from "@/server/http/connections/connection-dealer";

type Worker = Taker & { given: Socket[]; late: boolean };

function worker(): Worker {
  const given: Socket[] = [];
  const one = { given, late: false, give: (socket: Socket) => given.push(socket), isLate: () => one.late };
  return one;
}

const connection = () => new PassThrough() as unknown as Socket;

function begin(count: number) {
  const dealer = new ConnectionDealer();
  const workers = Array.from({ length: count }, worker);
  for (const one of workers) dealer.join(one);
  const add = (connections: number) => {
    const added = Array.from({ length: connections }, connection);
    for (const one of added) dealer.add(one);
    return added;
  };
  const counts = () => workers.map(({ given }) => given.length);
  return { dealer, workers: workers as [Worker, Worker], add, counts };
}

const isDone = (promise: Promise<void>) =>
  Promise.race([promise.then(() => true), new Promise((resolve) => process.nextTick(resolve, false))]);

describe("connections", () => {
  it("are dealt out in turn, the next to a worker that has taken the last", () => {
    const { dealer, workers, add, counts } = begin(2);
    add(5);
    expect(counts()).toEqual([1, 1]);
    for (const one of [workers[1], workers[0], workers[0]]) dealer.taken(one);
    expect(counts()).toEqual([3, 2]);
  });

  it("are dealt out evenly between workers that are quick", () => {
    const { dealer, workers, add, counts } = begin(2);
    for (let round = 0; round < 10; round++) {
      add(1);
      for (const one of workers) dealer.taken(one);
    }
    expect(counts()).toEqual([5, 5]);
  });

  it("are closed here when they are taken, and not before", () => {
    const { dealer, workers, add } = begin(1);
    const [first] = add(1);
    expect(first?.destroyed).toBe(false);
    dealer.taken(workers[0]);
    expect(first?.destroyed).toBe(true);
  });

  it("that a worker did not take before it died are another's", () => {
    const { dealer, workers, add } = begin(2);
    const [first, second] = add(2);
    dealer.bury(workers[0]);
    expect(workers[1].given).toEqual([second]);
    dealer.taken(workers[1]);
    expect(workers[1].given).toEqual([second, first]);
    expect(first?.destroyed).toBe(false);
  });

  it("that did not reach a worker are another's, before those that wait; that worker gets none until it may retry", () => {
    const { dealer, workers, add, counts } = begin(2);
    const [first, second, third] = add(3);
    dealer.missed(workers[0]);
    expect(first?.destroyed).toBe(false);
    dealer.taken(workers[1]);
    dealer.taken(workers[1]);
    expect(workers[1].given).toEqual([second, first, third]);
    add(1);
    expect(counts()).toEqual([1, 3]);
    dealer.retry(workers[0]);
    expect(counts()).toEqual([2, 3]);
    dealer.taken(workers[0]);
    add(1);
    expect(counts()).toEqual([3, 3]);
  });

  it("are not dealt to one that is late or leaves", () => {
    const { dealer, workers, add, counts } = begin(2);
    workers[0].late = true;
    dealer.leave(workers[1]);
    add(2);
    expect(counts()).toEqual([0, 0]);
    workers[0].late = false;
    dealer.deal();
    expect(counts()).toEqual([1, 0]);
  });

  it("are dealt out in turns between addresses, so that who opens many delays its own alone", () => {
    const { dealer, workers } = begin(1);
    const from = (remoteAddress: string, many: number) =>
      Array.from({ length: many }, () => Object.assign(connection(), { remoteAddress }));
    const [flood, others] = [from("192.0.2.1", 400), [...from("192.0.2.2", 1), ...from("2001:db8::1", 2)]];
    for (const socket of [...flood, ...others]) dealer.add(socket);
    for (let taken = 0; taken < 6; taken++) dealer.taken(workers[0]);
    const addresses = workers[0].given.map(({ remoteAddress }) => remoteAddress);
    const [many, one, two] = ["192.0.2.1", "192.0.2.2", "2001:db8::1"];
    expect(addresses).toEqual([many, many, one, two, many, two, many]);
  });

  it("of one address leave places to wait for those of others", () => {
    const { dealer } = begin(0);
    const add = (remoteAddress: string) => {
      const socket = Object.assign(connection(), { remoteAddress });
      dealer.add(socket);
      return socket.destroyed;
    };
    for (let index = 0; index < 1_500; index++) add("192.0.2.1");
    expect([add("192.0.2.2"), add("192.0.2.1")]).toEqual([false, true]);
  });

  it("that nobody can take wait, up to a thousand", () => {
    const { dealer, add } = begin(0);
    const added = add(1_001);
    expect(added.filter(({ destroyed }) => destroyed)).toEqual([added[1_000]]);
    const late = worker();
    dealer.join(late);
    for (let taken = 0; taken < 1_000; taken++) dealer.taken(late);
    expect(late.given).toEqual(added.slice(0, 1_000));
  });
});

describe("settled", () => {
  it("waits until each is taken", async () => {
    const { dealer, workers, add } = begin(1);
    add(2);
    const settled = dealer.settled();
    dealer.taken(workers[0]);
    expect(await isDone(settled)).toBe(false);
    dealer.taken(workers[0]);
    expect(await isDone(settled)).toBe(true);
  });

  it("does not wait for what nobody is left to take", async () => {
    const { dealer, workers, add } = begin(1);
    add(2);
    dealer.bury(workers[0]);
    expect(await isDone(dealer.settled())).toBe(true);
  });
});
