"use client";

import { Check, Copy } from "lucide-react";
import { type MouseEvent, useState } from "react";

const SHOWN_MS = 2_000;

/**
 * Draws a button that copies the code of its figure. If the figure has several pieces, it copies the visible
 * one.
 */
export function CopyCode({ label }: { label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async ({ currentTarget }: MouseEvent) => {
    const pieces = [...(currentTarget.closest("figure")?.querySelectorAll("pre") ?? [])];
    const shown = pieces.find((piece) => piece.offsetParent !== null);
    await navigator.clipboard.writeText(shown?.textContent ?? "");
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      aria-label={`Copy: ${label}`}
      onClick={(event) => void copy(event)}
      className="inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-lg px-2.5 text-xs text-muted -outline-offset-2 hover:text-ink lg:min-h-8"
    >
      <Icon aria-hidden="true" size={14} />
      <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
    </button>
  );
}
