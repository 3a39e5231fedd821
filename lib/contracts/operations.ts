import { sendAppointmentOperation } from "@/lib/contracts/appointment";
import { readBalanceOperation } from "@/lib/contracts/balance";
import { queryBillingOperation } from "@/lib/contracts/billing-query";
import {
  configureOperation,
  readConfigurationOperation,
  registerInboundOperation,
  registerReportOperation,
} from "@/lib/contracts/configure";
import { crmCOperation } from "@/lib/contracts/integrations/crm-c";
import { mailAddinOperation } from "@/lib/contracts/integrations/mail-addin";
import { storefrontOperation } from "@/lib/contracts/integrations/storefront";
import { automationOperation, crmAOperation, crmBOperation } from "@/lib/contracts/integrations/workflows";
import { legacySendOperation } from "@/lib/contracts/legacy-send";
import { queryInboundOperation } from "@/lib/contracts/mo-query";
import { lookupNumberOperation } from "@/lib/contracts/number-lookup";
import type { Operation } from "@/lib/contracts/operation";
import { sendOtpOperation } from "@/lib/contracts/otp";
import { sendOperation } from "@/lib/contracts/send";
import { readHandsetOperation, simulateInboundOperation } from "@/lib/contracts/simulator";
import { queryStatusOperation } from "@/lib/contracts/status-query";
import { issueTokenOperation } from "@/lib/contracts/token";
import { queryUnsubscribesOperation } from "@/lib/contracts/unsubscribes";

/** Everything the API does, in the order in which it is documented. */
export const OPERATIONS: readonly Operation[] = [
  issueTokenOperation,
  sendOperation,
  sendOtpOperation,
  sendAppointmentOperation,
  queryStatusOperation,
  queryInboundOperation,
  queryUnsubscribesOperation,
  readBalanceOperation,
  queryBillingOperation,
  lookupNumberOperation,
  registerInboundOperation,
  registerReportOperation,
  readConfigurationOperation,
  configureOperation,
  legacySendOperation,
  crmAOperation,
  crmBOperation,
  crmCOperation,
  automationOperation,
  storefrontOperation,
  mailAddinOperation,
  simulateInboundOperation,
  readHandsetOperation,
];
