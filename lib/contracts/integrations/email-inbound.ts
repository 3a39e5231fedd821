/**
 * The body of `POST /email/inbound`, where a mail service hands over emails to numbers for installations that no mail
 * server can connect to: an email as it is on the wire.
 */
export const EMAIL_INBOUND_TYPE = "message/rfc822";

/**
 * What SMTP says beside the email itself: who it is from, to which addresses, with commas between them, and the address
 * of the server that brought it, for SPF. Without that, a DKIM signature alone counts.
 */
export const EMAIL_INBOUND_HEADERS = {
  from: "X-Envelope-From",
  to: "X-Envelope-To",
  address: "X-Envelope-Address",
} as const;
