import { spawn } from "node:child_process";
import path from "node:path";
import { format } from "node:util";
import { vi } from "vitest";
import { reloadEnv } from "@/lib/env";
import { commandFile } from "@/scripts/lib/bundle.mjs";
import { ROOT } from "@/server/base/root";

const COMMAND_ERROR = "@/server/base/command-error";

/** A command's exit code and output. `database`: the database in its output; `err` is without that line. */
export type CommandAnswer = { code: number | null; out: string; err: string; database: string | null };

/** A command's environment besides `PATH`. It gets no other variable of this process. */
type Settings = Record<string, string | undefined>;

type Work = () => Promise<void>;

function answerOf({ out, err }: { out: string; err: string }): Omit<CommandAnswer, "code"> {
  const named = /^Database: (.*)\n/m.exec(err);
  return { out, err: err.replace(named?.[0] ?? "", ""), database: named?.[1] ?? null };
}

const works = new Map<string, Promise<Work>>();

/**
 * Runs a command in a separate process, as npm does.
 * @param input the command's standard input.
 */
export function runCommandFile(
  name: string,
  args: string[],
  settings: Settings = {},
  input = "",
): Promise<CommandAnswer> {
  const child = spawn(process.execPath, [commandFile(name), ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...settings } as Settings as NodeJS.ProcessEnv,
  });
  child.stdin.end(input);
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    said.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said.err += chunk;
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, ...answerOf(said) })));
}

/**
 * Runs a command in this process, from its arguments to its exit code. A process of its own costs a second of
 * processor time, mostly for loading. Use it only if another test runs the command's file.
 */
export async function runCommandHere(
  name: string,
  args: string[],
  settings: Settings = {},
): Promise<CommandAnswer> {
  const work = await (works.get(name) ?? load(name));
  const { runCommand } = await vi.importActual<typeof import("@/server/base/command-error")>(COMMAND_ERROR);
  const before = { argv: process.argv, env: { ...process.env }, exitCode: process.exitCode };
  const said = { out: "", err: "" };
  const spies = [
    vi.spyOn(console, "log").mockImplementation((...given) => {
      said.out += `${format(...given)}\n`;
    }),
    vi.spyOn(console, "error").mockImplementation((...given) => {
      said.err += `${format(...given)}\n`;
    }),
  ];
  try {
    process.argv = [process.execPath, commandFile(name), ...args];
    setEnvironment({ PATH: before.env.PATH, ...settings });
    const ended = new Promise<CommandAnswer>((resolve) => {
      const exit = vi.spyOn(process, "exit").mockImplementation((code) => {
        // Only the first exit counts: a process would have ended.
        resolve({ code: Number(code ?? process.exitCode ?? 0), ...answerOf(said) });
        throw new Error("The command has ended.");
      });
      spies.push(exit as never);
    });
    await Promise.all([ended, runCommand(work).catch(() => {})]);
    return await ended;
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.argv = before.argv;
    process.exitCode = before.exitCode;
    setEnvironment(before.env);
  }
}

/** Loads a command's source once, without running it. Returns the command's work. */
function load(name: string): Promise<Work> {
  const loading = (async () => {
    let work: Work | undefined;
    const runCommand = (given: Work) => {
      work = given;
    };
    vi.doMock(COMMAND_ERROR, async (actual) => ({ ...(await actual<object>()), runCommand }));
    await import(path.join(ROOT, "scripts", `${name}.ts`));
    vi.doUnmock(COMMAND_ERROR);
    if (!work) throw new Error(`scripts/${name}.ts runs no command.`);
    return work;
  })();
  works.set(name, loading);
  return loading;
}

function setEnvironment(settings: Settings): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const [name, value] of Object.entries(settings)) if (value !== undefined) process.env[name] = value;
  reloadEnv();
}
