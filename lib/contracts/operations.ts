import type { Operation } from "@/lib/contracts/base/operation";
import { sendAppointmentOperation } from "@/lib/contracts/gateway/appointment";
import { readBalanceOperation } from "@/lib/contracts/gateway/balance";
import { queryBillingOperation } from "@/lib/contracts/gateway/billing-query";
import { cancelMessagesOperation } from "@/lib/contracts/gateway/cancel";
import {
  configureOperation,
  readConfigurationOperation,
  registerInboundOperation,
  registerReportOperation,
} from "@/lib/contracts/gateway/configure";
import { legacySendOperation } from "@/lib/contracts/gateway/legacy-send";
import { queryInboundOperation } from "@/lib/contracts/gateway/mo-query";
import { lookupNumberOperation } from "@/lib/contracts/gateway/number-lookup";
import { sendOtpOperation } from "@/lib/contracts/gateway/otp";
import { sendOperation } from "@/lib/contracts/gateway/send";
import { readHandsetOperation, simulateInboundOperation } from "@/lib/contracts/gateway/simulator";
import { queryStatusOperation } from "@/lib/contracts/gateway/status-query";
import { issueTokenOperation } from "@/lib/contracts/gateway/token";
import { queryUnsubscribesOperation } from "@/lib/contracts/gateway/unsubscribes";
import { crmCOperation } from "@/lib/contracts/integrations/crm-c";
import { mailAddinOperation } from "@/lib/contracts/integrations/mail-addin";
import { storefrontOperation } from "@/lib/contracts/integrations/storefront";
import { automationOperation, crmAOperation, crmBOperation } from "@/lib/contracts/integrations/workflows";

/** The operations of the API, in the order of the documentation. */
export const OPERATIONS: readonly Operation[] = [
  issueTokenOperation,
  sendOperation,
  sendOtpOperation,
  sendAppointmentOperation,
  cancelMessagesOperation,
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
