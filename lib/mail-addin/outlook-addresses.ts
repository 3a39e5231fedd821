const OFFICE_JS_HOST = "https://appsforoffice.microsoft.com";

/** Office.js, which talks with Outlook: Microsoft serves it, and it may not be kept elsewhere. */
export const OFFICE_JS = `${OFFICE_JS_HOST}/lib/1/hosted/office.js`;

/** The page that Outlook shows beside an email. */
export const TASK_PANE_PATH = "/mail-addin/taskpane";

/** Where Outlook on the web is served, and so whose frames the task pane opens in. Programs for desktops have none. */
const OUTLOOK_ORIGINS = [
  "https://*.office.com",
  "https://*.office365.com",
  "https://*.outlook.com",
  "https://outlook.live.com",
  "https://*.cloud.microsoft",
  "https://*.microsoft365.com",
];

/** What the task pane's security policy has beside that of every other page: who may frame it, and Office.js. */
export const TASK_PANE_POLICY = { frameAncestors: OUTLOOK_ORIGINS.join(" "), scripts: OFFICE_JS_HOST };
