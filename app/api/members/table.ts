import { ACTIVITY_ENDPOINTS } from "@/app/api/members/activity/endpoints";
import { API_KEYS_ENDPOINTS } from "@/app/api/members/api-keys/endpoints";
import { AUTO_REPLIES_ENDPOINTS } from "@/app/api/members/auto-replies/endpoints";
import { BILLING_ENDPOINTS } from "@/app/api/members/billing/endpoints";
import { BLOCKED_NUMBERS_ENDPOINTS } from "@/app/api/members/blocked-numbers/endpoints";
import { CONTACTS_ENDPOINTS } from "@/app/api/members/contacts/endpoints";
import { DOMAINS_ENDPOINTS } from "@/app/api/members/domains/endpoints";
import { EMAIL_SENDERS_ENDPOINTS } from "@/app/api/members/email-senders/endpoints";
import { HANDSET_ENDPOINTS } from "@/app/api/members/handset/endpoints";
import { INBOX_ENDPOINTS } from "@/app/api/members/inbox/endpoints";
import { INTEGRATIONS_ENDPOINTS } from "@/app/api/members/integrations/endpoints";
import { ME_ENDPOINTS } from "@/app/api/members/me/endpoints";
import { MESSAGES_ENDPOINTS } from "@/app/api/members/messages/endpoints";
import { OVERVIEW_ENDPOINTS } from "@/app/api/members/overview/endpoints";
import { PASSWORD_ENDPOINTS } from "@/app/api/members/password/endpoints";
import { PEOPLE_ENDPOINTS } from "@/app/api/members/people/endpoints";
import { REQUESTS_ENDPOINTS } from "@/app/api/members/requests/endpoints";
import { SEARCH_ENDPOINTS } from "@/app/api/members/search/endpoints";
import { SECOND_FACTOR_ENDPOINTS } from "@/app/api/members/second-factor/endpoints";
import { SEND_ENDPOINTS } from "@/app/api/members/send/endpoints";
import { SENDS_ENDPOINTS } from "@/app/api/members/sends/endpoints";
import { SESSIONS_ENDPOINTS } from "@/app/api/members/sessions/endpoints";
import { SETTINGS_ENDPOINTS } from "@/app/api/members/settings/endpoints";
import { SIGN_UP_ENDPOINTS } from "@/app/api/members/sign-up/endpoints";
import { TEMPLATES_ENDPOINTS } from "@/app/api/members/templates/endpoints";
import { VIEW_ENDPOINTS } from "@/app/api/members/view/endpoints";
import { WEBHOOKS_ENDPOINTS } from "@/app/api/members/webhooks/endpoints";
import { joinTables } from "@/lib/http/endpoint-table";

/** The endpoints of the Members Area by path. */
export const MEMBER_TABLE = joinTables(
  ACTIVITY_ENDPOINTS,
  API_KEYS_ENDPOINTS,
  AUTO_REPLIES_ENDPOINTS,
  BILLING_ENDPOINTS,
  BLOCKED_NUMBERS_ENDPOINTS,
  CONTACTS_ENDPOINTS,
  DOMAINS_ENDPOINTS,
  EMAIL_SENDERS_ENDPOINTS,
  HANDSET_ENDPOINTS,
  INBOX_ENDPOINTS,
  INTEGRATIONS_ENDPOINTS,
  ME_ENDPOINTS,
  MESSAGES_ENDPOINTS,
  OVERVIEW_ENDPOINTS,
  PASSWORD_ENDPOINTS,
  PEOPLE_ENDPOINTS,
  REQUESTS_ENDPOINTS,
  SEARCH_ENDPOINTS,
  SECOND_FACTOR_ENDPOINTS,
  SEND_ENDPOINTS,
  SENDS_ENDPOINTS,
  SESSIONS_ENDPOINTS,
  SETTINGS_ENDPOINTS,
  SIGN_UP_ENDPOINTS,
  TEMPLATES_ENDPOINTS,
  VIEW_ENDPOINTS,
  WEBHOOKS_ENDPOINTS,
);
