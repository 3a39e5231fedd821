/**
 * The type of the body of `POST /email/inbound`: an email in its wire format. A mail service calls it for
 * installations that mail servers cannot connect to.
 */
export const EMAIL_INBOUND_TYPE = "message/rfc822";

/**
 * The values of SMTP beside the email: its sender, its recipients with commas between them, and the address of the
 * sending server, for SPF. Without that address, only a DKIM signature counts.
 */
export const EMAIL_INBOUND_HEADERS = {
  from: "X-Envelope-From",
  to: "X-Envelope-To",
  address: "X-Envelope-Address",
} as const;
