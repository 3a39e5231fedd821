import { v5 } from "uuid";
import { commands, indent } from "@/lib/mail-addin/manifest-commands";
import { TASK_PANE_PATH } from "@/lib/mail-addin/outlook-addresses";

/** The add-in's own version. Raise it when the manifest changes: otherwise Outlook does not read it again. */
const VERSION = "1.0.0.0";

const DESCRIPTION = "Send a text message from beside an email.";

/** Returns the id of an installation's add-in. It never changes, and differs between installations. */
function addinId(address: string): string {
  return v5(`${address}/mail-addin`, v5.URL);
}

/**
 * Returns the manifest of the Outlook add-in, as XML of the add-in only kind (schema appforoffice/1.1). Version
 * overrides 1.0 are for Outlook 2016 and 1.1 for later ones; each must be complete. Elements are in the schema's
 * order.
 * @param address the address of this installation, without a slash at the end. Outlook accepts only https.
 */
export function buildManifest(address: string): string {
  const base = escapeXml(address);
  const pane = base + TASK_PANE_PATH;
  return `<?xml version="1.0" encoding="UTF-8"?>
<OfficeApp xmlns="http://schemas.microsoft.com/office/appforoffice/1.1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:bt="http://schemas.microsoft.com/office/officeappbasictypes/1.0" xsi:type="MailApp">
  <Id>${addinId(address)}</Id>
  <Version>${VERSION}</Version>
  <ProviderName>Messaging Gateway</ProviderName>
  <DefaultLocale>en-US</DefaultLocale>
  <DisplayName DefaultValue="Messaging Gateway"/>
  <Description DefaultValue="${DESCRIPTION}"/>
  <IconUrl DefaultValue="${base}/mail-addin/icon-64.png"/>
  <HighResolutionIconUrl DefaultValue="${base}/mail-addin/icon-128.png"/>
  <SupportUrl DefaultValue="${base}/docs"/>
  <AppDomains>
    <AppDomain>${escapeXml(new URL(address).origin)}</AppDomain>
  </AppDomains>
  <Hosts>
    <Host Name="Mailbox"/>
  </Hosts>
  <Requirements>
    <Sets>
      <Set Name="Mailbox" MinVersion="1.1"/>
    </Sets>
  </Requirements>
  <FormSettings>
    <Form xsi:type="ItemRead">
      <DesktopSettings>
        <SourceLocation DefaultValue="${pane}"/>
        <RequestedHeight>450</RequestedHeight>
      </DesktopSettings>
    </Form>
    <Form xsi:type="ItemEdit">
      <DesktopSettings>
        <SourceLocation DefaultValue="${pane}"/>
      </DesktopSettings>
    </Form>
  </FormSettings>
  <Permissions>ReadItem</Permissions>
  <Rule xsi:type="RuleCollection" Mode="Or">
    <Rule xsi:type="ItemIs" ItemType="Message" FormType="Read"/>
    <Rule xsi:type="ItemIs" ItemType="Message" FormType="Edit"/>
  </Rule>
  <DisableEntityHighlighting>true</DisableEntityHighlighting>
  <VersionOverrides xmlns="http://schemas.microsoft.com/office/mailappversionoverrides" xsi:type="VersionOverridesV1_0">
${indent(commands(base, { minVersion: "1.3", isPinnable: false }), 4)}
    <VersionOverrides xmlns="http://schemas.microsoft.com/office/mailappversionoverrides/1.1" xsi:type="VersionOverridesV1_1">
${indent(commands(base, { minVersion: "1.5", isPinnable: true }), 6)}
    </VersionOverrides>
  </VersionOverrides>
</OfficeApp>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
