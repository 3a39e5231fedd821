import { useMutation, useQueryClient } from "@tanstack/react-query";
import { noticeFailure, noticeSuccess } from "@/components/controls/notice-list";
import type { InputOf } from "@/components/members/declared";
import { doEach } from "@/components/members/do-each";
import { ask } from "@/components/members/request";
import { countOf } from "@/components/ui/count";
import type { MemberRoute } from "@/lib/contracts/members/operation";

/**
 * Does an operation for each of a page's rows, one after the other, then reads again what it may have changed.
 * It says how many were done, and how many were not and why.
 */
export function useEach<Route extends MemberRoute>(
  operation: Route,
  options: {
    changes: readonly MemberRoute[];
    /** What a row is, in the singular, and what was done with it: "number", "resubscribed". */
    name: string;
    done: string;
    onSettled: () => void;
  },
) {
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (inputs: readonly InputOf<Route>[]) => doEach(inputs, (input) => ask(operation, input)),
    onSuccess: ({ done, failed, reasons }) => {
      if (done > 0) noticeSuccess(`${countOf(done, options.name)} ${options.done}.`);
      if (failed > 0) noticeFailure(`${countOf(failed, options.name)} failed. ${reasons.join(" ")}`);
    },
    onSettled: async () => {
      options.onSettled();
      await Promise.all(options.changes.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
    },
  });
}
