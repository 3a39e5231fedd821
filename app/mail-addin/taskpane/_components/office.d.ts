// The types of Office.js, which Outlook's page loads.
/// <reference types="office-js" />
