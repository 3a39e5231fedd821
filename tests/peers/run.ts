import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";
import { CommandError, runCommand } from "@/server/base/command-error";
import { ROOT } from "@/server/base/root";

// Runs the tests against programs of other projects: npm run test:peers. With --install, it first installs
// Debian's packages of missing programs if it may.

/** The programs and Perl modules that some tests need, Debian's packages of them, and the tests. */
type Peer = {
  programs: readonly string[];
  modules?: readonly string[];
  packages: readonly string[];
  tests: readonly string[];
};

const PEERS: readonly Peer[] = [
  { programs: ["tshark", "text2pcap"], packages: ["tshark"], tests: ["tests/peers/tshark.peer.ts"] },
  {
    programs: ["bearerbox", "smsbox"],
    packages: ["kannel"],
    tests: ["tests/peers/kannel.peer.ts", "tests/peers/kannel-kills.peer.ts"],
  },
  {
    programs: ["bearerbox", "smsbox", "/usr/lib/kannel/test/fakesmsc"],
    packages: ["kannel", "kannel-extras"],
    tests: ["tests/peers/kannel-documented.peer.ts"],
  },
  {
    programs: ["perl"],
    modules: ["Net::SMPP"],
    packages: ["libnet-smpp-perl"],
    tests: ["tests/peers/net-smpp.peer.ts"],
  },
];

/**
 * The maximum time to download the package lists and the packages, in milliseconds. An installation that has
 * begun is completed.
 */
const DOWNLOAD_MS = 20_000;

const OPTIONS = ["--install"];
const isGiven = (option: string) => process.argv.includes(option);

const hasProgram = (name: string) => spawnSync("which", [name], { stdio: "ignore" }).status === 0;
const hasModule = (name: string) => spawnSync("perl", [`-M${name}`, "-e1"], { stdio: "ignore" }).status === 0;
const isThere = ({ programs, modules = [] }: Peer) => programs.every(hasProgram) && modules.every(hasModule);

function aptGet(args: readonly string[], timeout?: number): boolean {
  // Packages must ask no questions and start no services.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const options = { env, stdio: "ignore" as const, ...(timeout !== undefined && { timeout }) };
  return spawnSync("apt-get", args, options).status === 0;
}

/** Installs packages if this user may. */
function installPackages(names: readonly string[]): void {
  if (process.getuid?.() !== 0 || !hasProgram("apt-get")) return;
  console.log(`Installing ${names.join(", ")}`);
  const install = ["install", "-y", "--no-install-recommends", ...names];
  const download = () => aptGet([...install, "--download-only"], DOWNLOAD_MS);
  if (download() || (aptGet(["update"], DOWNLOAD_MS) && download())) aptGet(install);
  // Debian's Kannel starts on installation.
  if (names.includes("kannel")) spawnSync("/etc/init.d/kannel", ["stop"], { stdio: "ignore" });
}

async function runTests(files: readonly string[]): Promise<number> {
  const vitest = path.join(
    path.dirname(createRequire(import.meta.url).resolve("vitest/package.json")),
    "vitest.mjs",
  );
  const args = [vitest, "run", "--config", "tests/peers/vitest.config.ts", ...files];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
  const [code] = (await once(child, "close")) as [number | null];
  return code ?? 1;
}

runCommand(async () => {
  const unknown = process.argv.slice(2).find((argument) => !OPTIONS.includes(argument));
  if (unknown !== undefined)
    throw new CommandError(`Unknown: ${unknown}. Usage: npm run test:peers [-- ${OPTIONS.join(" ")}]`);
  const missing = PEERS.filter((peer) => !isThere(peer));
  if (isGiven("--install") && missing.length > 0)
    installPackages([...new Set(missing.flatMap(({ packages }) => packages))]);
  const present = PEERS.filter(isThere);
  if (present.length > 0) process.exitCode = await runTests(present.flatMap(({ tests }) => tests));
  for (const peer of PEERS.filter((each) => !present.includes(each)))
    console.log(
      `${(peer.modules ?? peer.programs).join(" and ")} is not installed (apt-get install ${peer.packages.join(" ")}). Not run: ${peer.tests.join(", ")}`,
    );
});
