import { TASK_PANE_PATH } from "@/lib/mail-addin/outlook-addresses";

/** The sizes of the icon in the ribbon that Outlook requires, in pixels. */
const ICON_SIZES = [16, 32, 80];

const icons = ICON_SIZES.map((size) => `<bt:Image size="${size}" resid="Icon.${size}"/>`).join("");

/** Returns a text with the given number of spaces before each line. */
export function indent(text: string, spaces: number): string {
  return text.replaceAll(/^/gm, " ".repeat(spaces));
}

/**
 * Returns the content of a VersionOverrides element: two buttons that open the task pane. One is beside an email that
 * is read, the other beside one that is written.
 * @param base the address of this installation, already as XML.
 * @param isPinnable true if the pane may stay open from one email to the next; Outlook can do that while reading.
 */
export function commands(
  base: string,
  { minVersion, isPinnable }: { minVersion: string; isPinnable: boolean },
): string {
  const images = ICON_SIZES.map(
    (size) => `<bt:Image id="Icon.${size}" DefaultValue="${base}/mail-addin/icon-${size}.png"/>`,
  );
  return `<Requirements>
  <bt:Sets DefaultMinVersion="${minVersion}">
    <bt:Set Name="Mailbox"/>
  </bt:Sets>
</Requirements>
<Hosts>
  <Host xsi:type="MailHost">
    <DesktopFormFactor>
${indent(surface("Read", isPinnable), 6)}
${indent(surface("Compose", false), 6)}
    </DesktopFormFactor>
  </Host>
</Hosts>
<Resources>
  <bt:Images>${images.join("")}</bt:Images>
  <bt:Urls><bt:Url id="Pane.Url" DefaultValue="${base}${TASK_PANE_PATH}"/></bt:Urls>
  <bt:ShortStrings>
    <bt:String id="Group.Label" DefaultValue="Messaging Gateway"/>
    <bt:String id="Button.Label" DefaultValue="Send a text"/>
  </bt:ShortStrings>
  <bt:LongStrings>
    <bt:String id="Button.Tip" DefaultValue="Send a text message to people of this email, or to any number."/>
  </bt:LongStrings>
</Resources>`;
}

function surface(form: "Read" | "Compose", isPinnable: boolean): string {
  return `<ExtensionPoint xsi:type="Message${form}CommandSurface">
  <OfficeTab id="TabDefault">
    <Group id="${form}.Group">
      <Label resid="Group.Label"/>
      <Control xsi:type="Button" id="${form}.Button">
        <Label resid="Button.Label"/>
        <Supertip>
          <Title resid="Button.Label"/>
          <Description resid="Button.Tip"/>
        </Supertip>
        <Icon>${icons}</Icon>
        <Action xsi:type="ShowTaskpane">
          <SourceLocation resid="Pane.Url"/>${isPinnable ? "<SupportsPinning>true</SupportsPinning>" : ""}
        </Action>
      </Control>
    </Group>
  </OfficeTab>
</ExtensionPoint>`;
}
