import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

type Entry = { version?: string; integrity?: string; link?: boolean; inBundle?: boolean };

it("knows every package's contents by their hash, of whatever platform it is", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, Entry>;
  };
  // A package in a bundle comes with the one around it, whose hash covers both.
  const unknown = Object.entries(packages).filter(
    ([name, { integrity, link, inBundle }]) =>
      name.includes("node_modules/") && !integrity && !link && !inBundle,
  );
  expect(unknown.map(([name]) => name)).toEqual([]);
});
