"use client";

import { CopyButton } from "@/components/ui/copy-button";

/**
 * Draws a value with its name and a copy button.
 * @param isNamed true if the name stands out and the button repeats it.
 */
export function CopiedValue({
  name,
  text,
  hint,
  isNamed = false,
}: {
  name: string;
  text: string;
  hint?: string;
  isNamed?: boolean;
}) {
  const label = isNamed ? `Copy ${name.charAt(0).toLowerCase()}${name.slice(1)}` : "Copy";
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <span className={`text-sm ${isNamed ? "font-medium" : "text-muted"}`}>{name}</span>
        <CopyButton text={text} label={label} />
      </div>
      <code className="rounded-lg bg-page p-3 font-mono text-xs break-all whitespace-pre-wrap">{text}</code>
      {hint ? <p className="text-sm text-muted">{hint}</p> : null}
    </div>
  );
}
