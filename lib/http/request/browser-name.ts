/** Longest of a browser's own description that is looked at. */
const LOOKED_AT = 400;

/** By which word a browser or a system is known; the first that is found. Others say they are Chrome or Safari too. */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
] as const;
const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

/**
 * A browser and its system as people call them, such as "Firefox on Windows", for the list of sessions. Only words of
 * ours, whatever was sent; empty for what is not known.
 * @param userAgent the header `User-Agent`.
 */
export function browserName(userAgent: unknown): string {
  const given = typeof userAgent === "string" ? userAgent.slice(0, LOOKED_AT) : "";
  const browser = BROWSERS.find(([word]) => given.includes(word))?.[1];
  const system = SYSTEMS.find(([word]) => given.includes(word))?.[1];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? "");
}
