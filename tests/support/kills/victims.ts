import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
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

/** A server's process that runs the jobs on this database, with further settings; it is there when this resolves. */
export async function serverVictim(
  name: string,
  databaseUrl: string,
  authSecret: string,
  settings: Record<string, string> = {},
): Promise<Victim> {
  let child: ChildProcess | undefined;
  const restart = async () => {
    child = spawn(process.execPath, [await compiled("tests/support/server/jobs-process.ts")], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit"],
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
    await once(child.stdout as NonNullable<ChildProcess["stdout"]>, "data");
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  await restart();
  return { name, kill, restart, stop: kill };
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
