const OFFICE_JS_HOST = "https://appsforoffice.microsoft.com";

/** Office.js, which connects to Outlook. Microsoft serves it, and it may not be copied elsewhere. */
export const OFFICE_JS = `${OFFICE_JS_HOST}/lib/1/hosted/office.js`;

/** The page that Outlook shows beside an email. */
export const TASK_PANE_PATH = "/mail-addin/taskpane";

/** The origins of Outlook on the web, in whose frames the task pane opens. Desktop programs have none. */
const OUTLOOK_ORIGINS = [
  "https://*.office.com",
  "https://*.office365.com",
  "https://*.outlook.com",
  "https://outlook.live.com",
  "https://*.cloud.microsoft",
  "https://*.microsoft365.com",
];

/**
 * The parts of the task pane's security policy beside those of every page: the sites that may frame it, and
 * Office.js.
 */
export const TASK_PANE_POLICY = { frameAncestors: OUTLOOK_ORIGINS.join(" "), scripts: OFFICE_JS_HOST };
