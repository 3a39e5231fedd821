import { CARRIER_KINDS } from "@/lib/carriers/process/all-kinds";
import { addNetwork as addOperation, listNetworks as listOperation } from "@/lib/contracts/admin/networks";
import { authSecret } from "@/lib/crypto/auth-secret";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { jobsMode } from "@/lib/jobs/mode";
import { addNetwork } from "@/lib/messages/networks/change-networks";
import { readRefusal } from "@/lib/messages/networks/list-networks";
import { networksOfCells } from "@/lib/messages/networks/networks-of-cells";
import { routeTroubles } from "@/lib/messages/networks/route-troubles";
import { formatNz } from "@/lib/sms/nz-time";

/** The networks as they are now, which a page that is open asks every few seconds; and a new one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: {
    ...admin(listOperation, async ({ db, now }) => {
      const setup = { kinds: CARRIER_KINDS, authSecret, hasServer: jobsMode() === "local" };
      const kinds = Object.entries(CARRIER_KINDS);
      return {
        at: formatNz(now),
        ...(await networksOfCells(db, setup, now)),
        refusal: await readRefusal(db),
        routes: await routeTroubles(db, now),
        kinds: kinds.map(([name, { secretNames }]) => ({ name, secrets: [...secretNames] })),
      };
    }),
    quiet: true,
  },
  POST: admin(addOperation, async ({ db, actor, input, now }) => {
    const { name, kind, settings, secrets } = input;
    const setup = { authSecret: authSecret(), hasServer: jobsMode() === "local" };
    const given = { name, kind, given: { ...settings, ...secrets } };
    return { success: true as const, addresses: await addNetwork(db, given, setup, { actor, now }) };
  }),
});
