import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Submission } from "@/lib/messages/accept/submission";
import { ROOT } from "@/server/base/root";
import { compiled } from "@/tests/support/kills/compiled";
import type { Network } from "@/tests/support/smsc/network";

/** A process that can be killed and restarted repeatedly. */
export type Victim = { name: string; kill(): Promise<void>; restart(): Promise<void>; stop(): Promise<void> };

/** Returns the SMSC of a network as a victim. */
export function networkVictim(name: string, network: Network): Victim {
  return {
    name,
    kill: () => network.kill(),
    restart: () => network.restart(),
    stop: () => network.stop(),
  };
}

/** A server, which accepts messages while it runs. */
export type ServerVictim = Victim & {
  /**
   * @throws Error if the server is away, or is killed before it reports the acceptance. The submission may be
   * accepted all the same.
   */
  accept(submission: Submission): Promise<void>;
};

/**
 * Starts a server's process that runs the jobs on this database, with further settings. Resolves when it is
 * ready.
 */
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

/** The period for which a killed process is away. */
export type Absence = { victim: Victim; atMs: number; forMs: number };

/**
 * Kills each victim at its time and restarts it. A victim that is away at its next time is killed later.
 * @param tell called with a line for each kill.
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
