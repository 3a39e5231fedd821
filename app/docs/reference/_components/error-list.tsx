import Link from "next/link";
import { Marked } from "@/components/docs/guide";
import type { OperationError } from "@/lib/openapi/reference/reference";

/** Draws the errors of an operation, each with a link to its advice. */
export function ErrorList({ errors }: { errors: readonly OperationError[] }) {
  return (
    <ul className="min-w-0 divide-y divide-line border-y border-line">
      {errors.map(({ status, code, cause }) => (
        <li key={`${status}-${code}`} className="flex flex-col gap-1 py-3 text-sm leading-6">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="text-muted tabular-nums">{status}</span>
            <Link
              href={`/docs/errors#${code}`}
              className="finger font-mono text-[13px] font-medium break-all text-accent underline underline-offset-4"
            >
              {code}
            </Link>
          </p>
          <p className="max-w-prose text-pretty">
            <Marked text={cause} />
          </p>
        </li>
      ))}
    </ul>
  );
}
