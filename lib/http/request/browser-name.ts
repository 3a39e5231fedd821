/** The most characters of a browser's description that are searched. */
const LOOKED_AT = 400;

/**
 * The word that identifies a browser or a system; the first one that is found counts. Other browsers also call
 * themselves Chrome or Safari.
 */
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
 * Returns a browser and its system as people call them, such as "Firefox on Windows", for the list of sessions. It
 * only contains words of this list. It is empty for an unknown browser.
 * @param userAgent the header `User-Agent`.
 */
export function browserName(userAgent: unknown): string {
  const given = typeof userAgent === "string" ? userAgent.slice(0, LOOKED_AT) : "";
  const browser = BROWSERS.find(([word]) => given.includes(word))?.[1];
  const system = SYSTEMS.find(([word]) => given.includes(word))?.[1];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? "");
}
