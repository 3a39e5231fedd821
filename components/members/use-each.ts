import { useMutation, useQueryClient } from "@tanstack/react-query";
import { noticeFailure, noticeSuccess } from "@/components/controls/notice-list";
import type { InputOf } from "@/components/members/declared";
import { doEach } from "@/components/members/do-each";
import { ask } from "@/components/members/request";
import { countOf } from "@/components/ui/count";
import type { MemberRoute } from "@/lib/contracts/members/operation";

/**
 * Returns an action that runs an operation for each selected row, one after the other, then reads the
 * affected data again. It reports the number of successes, the number of failures and the reasons.
 */
export function useEach<Route extends MemberRoute>(
  operation: Route,
  options: {
    changes: readonly MemberRoute[];
    /** The singular name of a row, and the past participle of the action: "number", "resubscribed". */
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
