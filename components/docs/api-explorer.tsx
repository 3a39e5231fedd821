"use client";

import { useEffect, useRef, useState } from "react";
import { watchTheme } from "@/components/shell/theme";

/** The web component `openapi-explorer`: it draws an OpenAPI document, and calls what it describes. */
type Explorer = HTMLElement & { loadSpec(document: object): Promise<void> };

/** Its colours, and ours by the names that the style sheet has for them. */
const COLOURS = {
  "bg-color": "--page",
  "header-bg-color": "--panel",
  "text-color": "--ink",
  "primary-color": "--accent",
  "secondary-color": "--accent",
  "header-color": "--accent",
  "nav-bg-color": "--panel",
  "nav-text-color": "--muted",
  "nav-hover-bg-color": "--page",
  "nav-hover-text-color": "--ink",
};

/** Its other marks of style, which it takes as variables. */
const STYLES = {
  "--font-regular": "var(--font-geist-sans)",
  "--font-mono": "var(--font-geist-mono)",
  "--font-size-regular": "15px",
  "--font-size-small": "14px",
  "--font-size-mono": "13px",
  "--border-radius": "8px",
  "--inline-code-fg": "var(--ink)",
  "--code-fg": "var(--ink)",
  "--code-property-color": "var(--accent)",
  "--code-keyword-color": "var(--ink)",
  "--code-operator-color": "var(--muted)",
  "--border-color": "var(--line)",
  "--light-border-color": "var(--line)",
  "--input-bg": "var(--panel)",
  "--bg3": "var(--panel)",
  "--light-fg": "var(--muted)",
  "--placeholder-color": "var(--muted)",
  "--hover-color": "var(--panel)",
  "--green": "var(--accent)",
  "--blue": "var(--accent)",
};

/**
 * The reference, with every operation to try from the page. It reads `/openapi.json` and asks nobody else.
 */
export function ApiExplorer() {
  const frame = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const ended = new AbortController();
    let explorer: Explorer | undefined;
    const paint = () => {
      if (explorer) colour(explorer);
    };
    const unwatch = watchTheme(paint);
    openExplorer(ended.signal).then(
      ({ element, document }) => {
        if (ended.signal.aborted) return;
        explorer = element;
        paint();
        frame.current?.replaceChildren(element);
        return element.loadSpec(document);
      },
      () => ended.signal.aborted || setFailed(true),
    );
    return () => {
      ended.abort();
      unwatch();
      explorer?.remove();
    };
  }, []);

  return (
    <>
      <style>{"openapi-explorer::part(btn-try) { color: var(--on-accent); }"}</style>
      <div ref={frame} className="flex min-h-[70dvh] grow flex-col" />
      {failed ? (
        <p role="alert" className="px-6 py-10 text-center">
          Can’t load the reference. Reload the page or read{" "}
          <a href="/openapi.json" className="font-medium text-accent underline underline-offset-4">
            the OpenAPI description
          </a>
          .
        </p>
      ) : null}
    </>
  );
}

async function openExplorer(signal: AbortSignal): Promise<{ element: Explorer; document: object }> {
  const [response] = await Promise.all([
    fetch("/openapi.json", { signal }),
    import("openapi-explorer/dist/browser/openapi-explorer.min.js"),
  ]);
  if (!response.ok) throw new Error(`The description responded with ${response.status}.`);
  const element = window.document.createElement("openapi-explorer") as Explorer;
  // The page may call no other address than its own; the document may name the public one.
  element.setAttribute("server-url", window.location.origin);
  for (const name of ["hide-server-selection", "hide-components", "use-path-in-nav-bar"]) {
    element.setAttribute(name, "");
  }
  element.setAttribute("default-schema-tab", "body");
  element.setAttribute("fetch-credentials", "omit");
  for (const [name, value] of Object.entries(STYLES)) element.style.setProperty(name, value);
  return { element, document: (await response.json()) as object };
}

/** Gives it the colours that the page has at this moment: it takes no variables for them, and only hexadecimal. */
function colour(explorer: Explorer): void {
  const probe = window.document.body.appendChild(window.document.createElement("i"));
  for (const [attribute, name] of Object.entries(COLOURS)) {
    probe.style.color = `var(${name})`;
    const channels = getComputedStyle(probe).color.match(/\d+/g) ?? [];
    const digits = channels.slice(0, 3).map((channel) => Number(channel).toString(16).padStart(2, "0"));
    explorer.setAttribute(attribute, `#${digits.join("")}`);
  }
  probe.remove();
}
