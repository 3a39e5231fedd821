"use client";

import { CopyButton } from "@/components/ui/copy-button";

/** Something to be copied, with its name. */
export function Value({ name, text, hint }: { name: string; text: string; hint?: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm font-medium">{name}</span>
        <CopyButton text={text} label={`Copy ${name.charAt(0).toLowerCase()}${name.slice(1)}`} />
      </div>
      <code className="rounded-lg bg-page p-3 font-mono text-xs break-all whitespace-pre-wrap">{text}</code>
      {hint ? <p className="text-sm text-muted">{hint}</p> : null}
    </div>
  );
}
