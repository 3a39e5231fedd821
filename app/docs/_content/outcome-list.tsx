import { Marked } from "@/components/docs/guide";
import { codesInWords, DELIVERY_OUTCOMES } from "@/lib/contracts/base/delivery-outcomes";

/** Draws every delivery status with its codes, cause and advice. */
export function OutcomeList() {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {DELIVERY_OUTCOMES.map(({ id, status, codes, title, cause, advice }) => (
        <li
          key={id}
          id={id}
          className="flex scroll-mt-8 flex-col gap-1 py-3 text-sm leading-6 target:bg-accent/8"
        >
          <h3 className="flex flex-wrap items-baseline gap-x-3">
            <a href={`#${id}`} className="finger font-mono text-[13px] font-medium hover:text-accent">
              {status}
            </a>
            <span className="text-muted tabular-nums">{codesInWords(codes)}</span>
            <span className="font-medium">{title}</span>
          </h3>
          <p className="max-w-prose text-pretty">{cause}</p>
          <p className="max-w-prose text-pretty text-muted">
            <Marked text={advice} />
          </p>
        </li>
      ))}
    </ul>
  );
}
