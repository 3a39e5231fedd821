import type { Carrier } from "@/lib/carriers/carrier";
import { CARRIER_KINDS } from "@/lib/carriers/process/all-kinds";
import { knownErrors, listErrorRules } from "@/lib/carriers/setup/error-rule-rows";
import { readRoutes } from "@/lib/carriers/setup/route-rows";
import {
  listErrorRules as listErrorRulesOperation,
  removeErrorRule as removeErrorRuleOperation,
  setErrorRule as setErrorRuleOperation,
} from "@/lib/contracts/admin/error-rules";
import { exportMargin, readMargin as readMarginOperation } from "@/lib/contracts/admin/margin";
import { listNetworkEvents } from "@/lib/contracts/admin/network-events";
import {
  blockRange as blockRangeOperation,
  explainRoute as explainRouteOperation,
  listRoutes,
  replaceRoutes,
  unblockRange as unblockRangeOperation,
} from "@/lib/contracts/admin/network-routes";
import {
  addNetwork as addNetworkOperation,
  changeNetwork as changeNetworkOperation,
  drainNetwork as drainNetworkOperation,
  enableNetwork as enableNetworkOperation,
  listNetworks,
  removeNetwork as removeNetworkOperation,
  tryNetwork as tryNetworkOperation,
} from "@/lib/contracts/admin/networks";
import { listUnmatchedReports } from "@/lib/contracts/admin/unmatched-reports";
import { authSecret } from "@/lib/crypto/auth-secret";
import { chosenCells } from "@/lib/db/cells/read-of-cells";
import { GatewayError } from "@/lib/errors";
import { tableOf } from "@/lib/http/endpoint-table";
import { admin } from "@/lib/http/member";
import { csvResponse, inBatches } from "@/lib/http/reply/csv";
import { carrierEvents } from "@/lib/jobs/carriers/carrier-events";
import { jobsMode } from "@/lib/jobs/mode";
import type { CarrierAccountSum } from "@/lib/messages/networks/carrier-days.sql";
import {
  addNetwork,
  blockRange,
  changeNetwork,
  drainNetwork,
  enableNetwork,
  removeErrorRule,
  removeNetwork,
  replaceAllRoutes,
  setErrorRule,
  unblockRange,
} from "@/lib/messages/networks/change-networks";
import { listEvents } from "@/lib/messages/networks/list-events";
import { readRefusal } from "@/lib/messages/networks/list-networks";
import { networksOfCells } from "@/lib/messages/networks/networks-of-cells";
import { MARGIN_COLUMNS, marginCells, readMargin, readMarginRows } from "@/lib/messages/networks/read-margin";
import { routeTroubles } from "@/lib/messages/networks/route-troubles";
import { routeLosses, withLosses } from "@/lib/messages/networks/targets/route-losses";
import { tryNetwork } from "@/lib/messages/networks/trial/try-network";
import { readUnmatchedReports } from "@/lib/messages/networks/unreadable-reports";
import { explainRoute } from "@/lib/messages/send/routing/explain-route";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import { formatNz } from "@/lib/sms/nz-time";

const BATCH = 1_000;

export const NETWORKS_ENDPOINTS = tableOf([
  {
    ...admin(listNetworks, async ({ db, now }) => {
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
  admin(addNetworkOperation, async ({ db, actor, input, now }) => {
    const { name, kind, settings, secrets } = input;
    const setup = { authSecret: authSecret(), hasServer: jobsMode() === "local" };
    const given = { name, kind, given: { ...settings, ...secrets } };
    return { success: true as const, addresses: await addNetwork(db, given, setup, { actor, now }) };
  }),
  admin(blockRangeOperation, ({ db, actor, input, now }) => blockRange(db, input, { actor, now })),
  admin(unblockRangeOperation, ({ db, actor, input: { prefix }, now }) =>
    unblockRange(db, prefix, { actor, now }),
  ),
  admin(changeNetworkOperation, async ({ db, actor, input, now }) => {
    const { name, settings, secrets } = input;
    await changeNetwork(db, { name, given: { ...settings, ...secrets } }, authSecret(), { actor, now });
    return { success: true as const };
  }),
  admin(drainNetworkOperation, ({ db, actor, input, now }) => drainNetwork(db, input, { actor, now })),
  admin(enableNetworkOperation, ({ db, actor, input, now }) => enableNetwork(db, input, { actor, now })),
  admin(listErrorRulesOperation, async ({ db }) => ({
    rules: await listErrorRules(db),
    known: knownErrors(),
  })),
  admin(setErrorRuleOperation, ({ db, actor, input, now }) => setErrorRule(db, input, { actor, now })),
  admin(removeErrorRuleOperation, ({ db, actor, input, now }) => removeErrorRule(db, input, { actor, now })),
  admin(listNetworkEvents, ({ db, input }) => listEvents(db, input)),
  admin(readMarginOperation, ({ db, input, now }) => readMargin(db, input, now), "long"),
  admin(exportMargin, async ({ db, member: { accountId }, stillReads, input: { month, cell } }) => {
    const databases = chosenCells(db, cell);
    // The rows of one cell follow those of another.
    async function* batches() {
      for (const of of databases) {
        const read = (after: CarrierAccountSum | undefined, limit: number) =>
          readMarginRows(of, month, after, limit);
        yield* inBatches(BATCH, read);
      }
    }
    const file = { name: `margin-${month}`, columns: MARGIN_COLUMNS, cells: marginCells };
    return csvResponse({ accountId, stillReads }, file, batches());
  }),
  admin(removeNetworkOperation, ({ db, actor, input, now }) => removeNetwork(db, input.name, { actor, now })),
  admin(listUnmatchedReports, ({ db }) => readUnmatchedReports(db)),
  admin(listRoutes, async ({ db, now }) => {
    const file = await readRoutes(db);
    return { ...file, ...withLosses(await routeLosses(db, file, now)) };
  }),
  admin(replaceRoutes, ({ db, actor, input, now }) => replaceAllRoutes(db, input.file, { actor, now })),
  admin(explainRouteOperation, ({ db, input: { to, account = 0, ...asked }, now }) => {
    const msisdn = normaliseMsisdn(to);
    if (msisdn === null) throw new GatewayError("invalid_parameter", `'${to}' is not a number.`);
    return explainRoute(db, { ...asked, accountId: account, msisdn }, now);
  }),
  admin(
    tryNetworkOperation,
    async ({ db, actor, input: { name, to: written, sender }, now }) => {
      const to = normaliseMsisdn(written);
      if (to === null) throw new GatewayError("invalid_parameter", `'${written}' is not a number.`);
      const events = (carrier: Carrier) => carrierEvents(db, carrier);
      const setup = { name, authSecret: authSecret(), hasServer: jobsMode() === "local", events };
      return tryNetwork(db, setup, { to, sender }, { actor, now });
    },
    "at-once",
  ),
]);
