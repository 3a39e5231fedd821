/** Draws the logo: a message with signal bars, in the colours of the theme. */
export function Mark({ size = 24, className }: { size?: number; className?: string }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className={className}>
      <path
        className="fill-accent"
        d="M9 3h14a7 7 0 0 1 7 7v8a7 7 0 0 1-7 7h-7.6l-5.8 4.6A1 1 0 0 1 8 28.8v-3.9A7 7 0 0 1 2 18v-8a7 7 0 0 1 7-7z"
      />
      <g className="fill-on-accent">
        <rect x="9" y="14" width="3.4" height="6" rx="1.7" opacity=".6" />
        <rect x="14.3" y="11" width="3.4" height="9" rx="1.7" opacity=".8" />
        <rect x="19.6" y="8" width="3.4" height="12" rx="1.7" />
      </g>
    </svg>
  );
}

/** Draws the logo with the name beside it. */
export function Wordmark({ size = 24 }: { size?: number }) {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold tracking-tight whitespace-nowrap">
      <Mark size={size} className="shrink-0" />
      <span>
        Messaging <span className="font-normal text-muted">Gateway</span>
      </span>
    </span>
  );
}
