import type { z } from "zod";
import type * as adminAccounts from "@/lib/contracts/admin/accounts";
import type * as adminDomains from "@/lib/contracts/admin/domains";
import type * as adminErrorRules from "@/lib/contracts/admin/error-rules";
import type * as adminFigures from "@/lib/contracts/admin/figures";
import type * as adminHealth from "@/lib/contracts/admin/health";
import type * as adminInbound from "@/lib/contracts/admin/inbound";
import type * as adminMargin from "@/lib/contracts/admin/margin";
import type * as adminMessages from "@/lib/contracts/admin/messages";
import type * as adminNetworkEvents from "@/lib/contracts/admin/network-events";
import type * as adminNetworkRoutes from "@/lib/contracts/admin/network-routes";
import type * as adminNetworks from "@/lib/contracts/admin/networks";
import type * as adminRates from "@/lib/contracts/admin/rates";
import type * as adminShortcodes from "@/lib/contracts/admin/shortcodes";
import type * as adminUnmatchedReports from "@/lib/contracts/admin/unmatched-reports";
import type * as memberAccount from "@/lib/contracts/members/account";
import type * as memberActivity from "@/lib/contracts/members/activity";
import type * as memberApiKeys from "@/lib/contracts/members/api-keys";
import type * as memberAutoReplies from "@/lib/contracts/members/auto-replies";
import type * as memberAutoTopUp from "@/lib/contracts/members/auto-top-up";
import type * as memberBilling from "@/lib/contracts/members/billing";
import type * as memberBlockedNumbers from "@/lib/contracts/members/blocked-numbers";
import type * as memberCardTopUp from "@/lib/contracts/members/card-top-up";
import type * as memberContactImports from "@/lib/contracts/members/contacts/contact-imports";
import type * as memberContactLists from "@/lib/contracts/members/contacts/contact-lists";
import type * as memberContacts from "@/lib/contracts/members/contacts/contacts";
import type * as memberConversationTags from "@/lib/contracts/members/conversation-tags";
import type * as memberDomains from "@/lib/contracts/members/domains";
import type * as memberEmailSenders from "@/lib/contracts/members/email-senders";
import type * as memberEvents from "@/lib/contracts/members/events";
import type * as memberFurtherEndpoints from "@/lib/contracts/members/further-endpoints";
import type * as memberHandset from "@/lib/contracts/members/handset";
import type * as memberInbox from "@/lib/contracts/members/inbox";
import type * as memberIntegrationTopics from "@/lib/contracts/members/integration-topics";
import type * as memberIntegrations from "@/lib/contracts/members/integrations";
import type * as memberMessages from "@/lib/contracts/members/messages";
import type { MemberOperation, MemberRoute } from "@/lib/contracts/members/operation";
import type * as memberOverview from "@/lib/contracts/members/overview";
import type * as memberPeople from "@/lib/contracts/members/people/people";
import type * as memberSessions from "@/lib/contracts/members/people/sessions";
import type * as memberRequests from "@/lib/contracts/members/requests";
import type * as memberSearch from "@/lib/contracts/members/search";
import type * as memberSend from "@/lib/contracts/members/send";
import type * as memberDrafts from "@/lib/contracts/members/sending/drafts";
import type * as memberSends from "@/lib/contracts/members/sending/sends";
import type * as memberTemplates from "@/lib/contracts/members/sending/templates";
import type * as memberSettings from "@/lib/contracts/members/settings";
import type * as memberWebhooks from "@/lib/contracts/members/webhooks";

/** The modules that declare operations. */
type Modules =
  | typeof memberAccount
  | typeof memberActivity
  | typeof memberApiKeys
  | typeof memberAutoReplies
  | typeof memberAutoTopUp
  | typeof memberDrafts
  | typeof memberTemplates
  | typeof memberBilling
  | typeof memberBlockedNumbers
  | typeof memberCardTopUp
  | typeof memberContactImports
  | typeof memberContactImports
  | typeof memberContactLists
  | typeof memberContacts
  | typeof memberConversationTags
  | typeof memberDomains
  | typeof memberFurtherEndpoints
  | typeof memberEmailSenders
  | typeof memberEvents
  | typeof memberHandset
  | typeof memberInbox
  | typeof memberIntegrationTopics
  | typeof memberIntegrations
  | typeof memberMessages
  | typeof memberOverview
  | typeof memberPeople
  | typeof memberRequests
  | typeof memberSessions
  | typeof memberSearch
  | typeof memberSend
  | typeof memberSends
  | typeof memberSettings
  | typeof memberWebhooks
  | typeof adminAccounts
  | typeof adminDomains
  | typeof adminErrorRules
  | typeof adminFigures
  | typeof adminHealth
  | typeof adminInbound
  | typeof adminMargin
  | typeof adminMessages
  | typeof adminNetworkEvents
  | typeof adminNetworkRoutes
  | typeof adminNetworks
  | typeof adminRates
  | typeof adminShortcodes
  | typeof adminUnmatchedReports;

type ValuesOf<Module> = Module extends unknown ? Module[keyof Module] : never;

type Operations = Extract<ValuesOf<Modules>, MemberOperation>;

/** The operation at a route. */
type OperationAt<Route extends MemberRoute> = Extract<Operations, Pick<Route, "method" | "path">>;

/** What a route is sent. */
export type InputOf<Route extends MemberRoute> = z.input<OperationAt<Route>["request"]>;

/** What a route is sent, as it is once it has been read: numbers are numbers, and nothing is left to a default. */
export type ParsedInputOf<Route extends MemberRoute> = z.output<OperationAt<Route>["request"]>;

/** What a route answers. */
export type OutputOf<Route extends MemberRoute> = z.output<OperationAt<Route>["response"]>;
