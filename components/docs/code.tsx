import type { ReactNode } from "react";
import { CopyCode } from "@/components/docs/copy-code";
import { type CodeLanguage, Highlighted } from "@/components/docs/highlighted";

/** Draws a piece of code with its label and a button that copies it. */
export function Code({ label, text, language }: { label: string; text: string; language: CodeLanguage }) {
  return (
    <figure className="min-w-0">
      <CodeCaption label={label} />
      <CodeText text={text} language={language} />
    </figure>
  );
}

/** Draws the label of a piece of code, and a button that copies the visible code of its figure. */
export function CodeCaption({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <figcaption className="flex flex-col gap-1 pt-2 pr-2 pl-4 sm:pl-5">
      <span className="flex items-center justify-between gap-3">
        <span className="min-w-0 font-mono text-xs text-muted">{label}</span>
        <CopyCode label={label} />
      </span>
      {children}
    </figcaption>
  );
}

/**
 * Draws code. A long line scrolls, by keyboard too.
 * @param sample the language of this sample, if readers can choose another one.
 */
export function CodeText({
  text,
  language,
  sample,
}: {
  text: string;
  language: CodeLanguage;
  sample?: string;
}) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard.
      tabIndex={0}
      data-sample={sample}
      className="overflow-x-auto px-4 pt-1 pb-5 font-mono text-[12px] leading-6 -outline-offset-2 sm:px-5 sm:text-[13px]"
    >
      <Highlighted text={text} language={language} />
    </pre>
  );
}

/** Draws related pieces of code in one panel. */
export function CodePanel({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no part of a form, and no landmark.
    <div
      role="group"
      aria-label={label}
      className="relative min-w-0 divide-y divide-line overflow-hidden rounded-2xl border border-line bg-panel"
    >
      {children}
    </div>
  );
}
