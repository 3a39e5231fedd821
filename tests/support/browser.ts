import { existsSync } from "node:fs";
import path from "node:path";
import { chromium, type LaunchOptions } from "@playwright/test";

const COMMANDS = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser"];
const APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Returns the options that launch an installed browser: Playwright's own, Chrome or Chromium. On Linux it may
 * be the browser of an npm package.
 * @throws Error in one sentence if there is none.
 */
export async function findBrowser(): Promise<LaunchOptions> {
  if (existsSync(chromium.executablePath())) return {};
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const candidates = [
    ...COMMANDS.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    ...APPLICATIONS,
  ];
  const installed = candidates.find((file) => existsSync(file));
  if (installed) return { executablePath: installed };
  if (process.platform === "linux" && process.arch === "x64") {
    const { default: packaged } = await import("@sparticuz/chromium");
    // The package's arguments are left out. They are for function services: a single process, without web
    // security.
    packaged.setGraphicsMode = false;
    return { executablePath: await packaged.executablePath(), args: ["--disable-gpu"] };
  }
  throw new Error("No browser to test with: run `npx playwright install chromium`, or install Chrome.");
}
