import { afterEach, expect, it, vi } from "vitest";
import { register } from "@/instrumentation";
import { db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { announceLeader } from "@/lib/jobs/leader";
import { readRefusal } from "@/lib/messages/networks/list-networks";
import { endAll } from "@/lib/shutdown";
import { useTestDatabase } from "@/tests/support/database/database";
import { givenFor } from "@/tests/support/provider/http-carrier";

useTestDatabase({ each: true });

const KANNEL = { kind: "http", settings: givenFor("http://127.0.0.1:13013"), senders: ["552"] };
const SMSC = {
  kind: "smpp",
  senders: ["552"],
  settings: { host: "127.0.0.1", systemId: "gateway", password: "hush-hush", tps: 1 },
};

afterEach(async () => {
  await endAll();
  vi.unstubAllEnvs();
  for (const kept of ["gatewayNetworksApplied", "gatewayHasLeader"]) Reflect.deleteProperty(globalThis, kept);
});

/** Starts Next in a process without a server of ours, with a networks document. */
function starts(carriers: object): Promise<void> {
  vi.stubEnv("NEXT_RUNTIME", "nodejs");
  vi.stubEnv("VERCEL", "1");
  vi.stubEnv("NETWORKS", JSON.stringify({ carriers }));
  reloadEnv();
  return register();
}

const names = async () => (await db().prisma.carrier.findMany()).map(({ name }) => name);

it("applies the networks document where Next serves alone, once for each process", async () => {
  await starts({ kannel: KANNEL });
  expect(await names()).toEqual(["kannel"]);
  await db().prisma.carrier.deleteMany();
  await starts({ kannel: KANNEL });
  expect(await names()).toEqual([]);
});

it("leaves it to a server of ours", async () => {
  announceLeader();
  await starts({ kannel: KANNEL });
  expect(await names()).toEqual([]);
});

it("refuses what needs connections where no process lives on, and goes on with the networks that there are", async () => {
  await expect(starts({ north: SMSC })).rejects.toThrow("carriers.north: north speaks smpp");
  await starts({ kannel: KANNEL });
  Reflect.deleteProperty(globalThis, "gatewayNetworksApplied");
  await starts({ kannel: KANNEL, north: SMSC });
  expect(await names()).toEqual(["kannel"]);
  expect((await readRefusal(db()))?.problem).toMatch(/^carriers\.north: north speaks smpp/);
});
