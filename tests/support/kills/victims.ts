import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Submission } from "@/lib/messages/accept/submission";
import { ROOT } from "@/server/base/root";
import { compiled } from "@/tests/support/kills/compiled";
import type { Network } from "@/tests/support/smsc/network";

/** What may be killed and started again, each time as often as the one before. */
export type Victim = { name: string; kill(): Promise<void>; restart(): Promise<void>; stop(): Promise<void> };

/** An SMSC of a network. */
export function networkVictim(name: string, network: Network): Victim {
  return {
    name,
    kill: () => network.kill(),
    restart: () => network.restart(),
    stop: () => network.stop(),
  };
}

/** A server, which accepts messages while it is there. */
export type ServerVictim = Victim & {
  /** @throws Error if it is away, or killed before it says that the submission is accepted: perhaps it is. */
  accept(submission: Submission): Promise<void>;
};

/** A server's process that runs the jobs on this database, with further settings; it is there when this resolves. */
export async function serverVictim(
  name: string,
  databaseUrl: string,
  authSecret: string,
  settings: Record<string, string> = {},
): Promise<ServerVictim> {
  let child: ChildProcess | undefined;
  let sent = 0;
  const waiting = new Map<number, (kind: string) => void>();
  const restart = async () => {
    child = spawn(process.execPath, [await compiled("tests/support/server/jobs-process.ts")], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      serialization: "advanced",
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "test",
        LOG_LEVEL: "silent",
        DATABASE_URL: databaseUrl,
        AUTH_SECRET: authSecret,
        NIGHT_START: "00:00",
        NIGHT_END: "00:00",
        ...settings,
      },
    });
    child.on("message", ({ number, kind }: { number: number; kind: string }) => waiting.get(number)?.(kind));
    child.once("exit", () => {
      for (const answer of waiting.values()) answer("killed");
    });
    await once(child.stdout as NonNullable<ChildProcess["stdout"]>, "data");
  };
  const accept = async (submission: Submission) => {
    const number = ++sent;
    const answered = new Promise<string>((resolve) => waiting.set(number, resolve));
    if (child?.connected)
      child.send({ number, submission }, (error) => error && waiting.get(number)?.("away"));
    else waiting.get(number)?.("away");
    const kind = await answered;
    waiting.delete(number);
    if (kind !== "accepted") throw new Error(`${name}: ${kind}`);
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  await restart();
  return { name, kill, restart, stop: kill, accept };
}

/** How long what was killed is away. */
export type Absence = { victim: Victim; atMs: number; forMs: number };

/**
 * Kills each at its time and starts it again. One that is away when its next time comes is killed later.
 * @param tell is told of each.
 */
export async function killAll(absences: readonly Absence[], tell: (line: string) => void): Promise<void> {
  const began = performance.now();
  const turns = new Map<Victim, Promise<void>>();
  for (const { victim, atMs, forMs } of absences) {
    const before = turns.get(victim) ?? Promise.resolve();
    const turn = before.then(async () => {
      await sleep(Math.max(atMs - (performance.now() - began), 0));
      await victim.kill();
      tell(
        `${((performance.now() - began) / 1000).toFixed(1)} s: ${victim.name} killed, away for ${Math.round(forMs)} ms`,
      );
      await sleep(forMs);
      await victim.restart();
    });
    turns.set(victim, turn);
  }
  await Promise.all(turns.values());
}
