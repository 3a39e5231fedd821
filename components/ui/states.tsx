"use client";

import type { ReactNode } from "react";
import { Alert, AlertContent, AlertTitle } from "@/components/controls/alert";
import { Button } from "@/components/controls/button";

/** Draws the text of an empty list, which names the missing rows and the way to add them. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <p className="font-medium">{title}</p>
      {children ? <div className="max-w-prose text-balance text-muted">{children}</div> : null}
    </div>
  );
}

/** Draws the error of data that could not be read. */
export function FailedState({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Alert status="danger">
      <AlertContent>
        <AlertTitle>{message}</AlertTitle>
      </AlertContent>
      {onRetry ? (
        <Button size="sm" variant="outline" className="shrink-0" onPress={onRetry}>
          Try again
        </Button>
      ) : null}
    </Alert>
  );
}

/** Draws placeholders while data is read for the first time. */
export function LoadingRows({ rows = 4 }: { rows?: number }) {
  return (
    <div className="flex flex-col gap-3" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same, and never move.
        <div key={row} className="skeleton skeleton--shimmer h-9 rounded-lg" />
      ))}
    </div>
  );
}

/**
 * Draws a query's data, its placeholder, or its error.
 * @param loading shown during the first read.
 */
export function Loaded<Data>({
  query,
  loading = <LoadingRows />,
  children,
}: {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <FailedState message={query.error.message} onRetry={() => void query.refetch()} />;
  return loading;
}
