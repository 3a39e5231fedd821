/** A labelled piece of code. A long line scrolls, also by keyboard. */
export function Code({ label, text }: { label: string; text: string }) {
  return (
    <figure className="min-w-0">
      <figcaption className="px-4 pt-4 font-mono text-xs text-muted sm:px-5">{label}</figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard.
        tabIndex={0}
        className="overflow-x-auto px-4 pt-2 pb-5 font-mono text-[11.5px] leading-6 sm:px-5 sm:text-[13px]"
      >
        <code>{text}</code>
      </pre>
    </figure>
  );
}

/** Pieces of code that belong together, in one panel. */
export function CodePanel({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <section
      aria-label={label}
      className="min-w-0 divide-y divide-line rounded-2xl border border-line bg-panel"
    >
      {children}
    </section>
  );
}
