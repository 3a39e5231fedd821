import { addRate, changeRate, listRates, removeRate } from "@/lib/billing/rate-table";
import {
  addRate as addRateOperation,
  changeRate as changeRateOperation,
  listRates as listRatesOperation,
  removeRate as removeRateOperation,
} from "@/lib/contracts/admin/rates";
import { tableOf } from "@/lib/http/endpoint-table";
import { admin } from "@/lib/http/member";

export const RATES_ENDPOINTS = tableOf([
  admin(listRatesOperation, async ({ db }) => ({ rates: await listRates(db) })),
  admin(addRateOperation, ({ db, actor, input, now }) => addRate(db, input, actor, now)),
  admin(changeRateOperation, ({ db, actor, input, now }) => changeRate(db, input, actor, now)),
  admin(removeRateOperation, ({ db, actor, input, now }) => removeRate(db, input.callingCode, actor, now)),
]);
