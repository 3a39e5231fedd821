import { knownErrors, listErrorRules } from "@/lib/carriers/setup/error-rule-rows";
import { listErrorRules as list, setErrorRule as set } from "@/lib/contracts/admin/error-rules";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { setErrorRule } from "@/lib/messages/networks/change-networks";

/** What follows from networks' errors, and another rule for one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(list, async ({ db }) => ({ rules: await listErrorRules(db), known: knownErrors() })),
  POST: admin(set, async ({ db, actor, input, now }) => {
    await setErrorRule(db, input, { actor, now });
    return { success: true as const };
  }),
});
