// What Office.js has, which is there once Outlook's page has loaded it.
/// <reference types="office-js" />
