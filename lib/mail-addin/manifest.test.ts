import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { buildManifest } from "@/lib/mail-addin/manifest";

const ADDRESS = "https://sms.example.co.nz";

type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string };

/**
 * The sequences of the documented schemas: the elements of each in their order. `?` marks an optional one, `*` one
 * that may repeat.
 */
const SEQUENCES: Readonly<Record<string, string>> = {
  OfficeApp:
    "Id AlternateId? Version ProviderName DefaultLocale DisplayName Description IconUrl? HighResolutionIconUrl? SupportUrl? AppDomains? Hosts? Requirements FormSettings Permissions? Rule DisableEntityHighlighting? VersionOverrides?",
  FormSettings: "Form*",
  Form: "DesktopSettings TabletSettings? PhoneSettings?",
  DesktopSettings: "SourceLocation RequestedHeight?",
  VersionOverrides: "Description? Requirements? Hosts Resources VersionOverrides?",
  "VersionOverrides/Requirements": "bt:Sets",
  "VersionOverrides/Hosts": "Host",
  "Hosts/Host": "DesktopFormFactor? MobileFormFactor?",
  DesktopFormFactor: "FunctionFile? ExtensionPoint*",
  ExtensionPoint: "OfficeTab",
  OfficeTab: "Group*",
  Group: "Label Control*",
  Control: "Label Supertip Icon Action",
  Supertip: "Title Description",
  Icon: "bt:Image*",
  Action: "SourceLocation SupportsPinning?",
  Resources: "bt:Images bt:Urls bt:ShortStrings bt:LongStrings",
};

function read(xml: string): Element {
  expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({ preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: "" });
  const [root] = (parser.parse(xml) as Record<string, unknown>[]).filter((node) => !("?xml" in node));
  return toElement(root as Record<string, unknown>);
}

function toElement(node: Record<string, unknown>): Element {
  const [name = ""] = Object.keys(node).filter((key) => key !== ":@");
  const inside = node[name] as Record<string, unknown>[];
  return {
    name,
    attributes: (node[":@"] ?? {}) as Record<string, string>,
    children: inside.filter((child) => !("#text" in child)).map(toElement),
    text: inside.map((child) => child["#text"] ?? "").join(""),
  };
}

function* everything(element: Element, parent = ""): Generator<{ element: Element; parent: string }> {
  yield { element, parent };
  for (const child of element.children) yield* everything(child, element.name);
}

const all = (root: Element, name: string) =>
  [...everything(root)].map(({ element }) => element).filter((element) => element.name === name);

/** Returns the first element with each of the names, one inside the other. */
function inside(root: Element, ...names: string[]): Element {
  return names.reduce((element, name) => {
    const child = element.children.find((candidate) => candidate.name === name);
    if (!child) throw new Error(`There is no ${name} in ${element.name}.`);
    return child;
  }, root);
}

const root = read(buildManifest(ADDRESS));
const v1 = inside(root, "VersionOverrides");
const v11 = inside(v1, "VersionOverrides");

describe("the manifest", () => {
  it("has its elements in the order of the schema, and none that the schema does not know", () => {
    for (const { element, parent } of everything(root)) {
      const sequence = SEQUENCES[`${parent}/${element.name}`] ?? SEQUENCES[element.name];
      if (sequence === undefined || element.children.length === 0) continue;
      // Below, an element is its name and a space: `Id ` once, `(Form )+` several times.
      const parts = sequence.split(" ").map((part) => {
        const name = part.replace(/[?*]$/, "");
        return `(?:${name} )${part.endsWith("?") ? "?" : part.endsWith("*") ? "+" : ""}`;
      });
      const names = element.children.map(({ name }) => `${name} `).join("");
      expect(names).toMatch(new RegExp(`^${parts.join("")}$`));
    }
  });

  it("is a mail add-in that may read the open item and nothing else", () => {
    expect(root.attributes).toMatchObject({
      xmlns: "http://schemas.microsoft.com/office/appforoffice/1.1",
      "xsi:type": "MailApp",
    });
    expect(inside(root, "Hosts", "Host").attributes).toEqual({ Name: "Mailbox" });
    expect(inside(root, "Permissions").text).toBe("ReadItem");
    expect(inside(root, "Version").text).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
  });

  it.each([
    ["1.0", v1, "http://schemas.microsoft.com/office/mailappversionoverrides", "VersionOverridesV1_0", "1.3"],
    [
      "1.1",
      v11,
      "http://schemas.microsoft.com/office/mailappversionoverrides/1.1",
      "VersionOverridesV1_1",
      "1.5",
    ],
  ])(
    "offers a button while reading and while writing, in version overrides %s",
    (_, overrides, xmlns, type, min) => {
      expect(overrides.attributes).toEqual({ xmlns, "xsi:type": type });
      expect(inside(overrides, "Requirements", "bt:Sets").attributes).toEqual({ DefaultMinVersion: min });
      const points = inside(overrides, "Hosts", "Host", "DesktopFormFactor").children;
      expect(points.map((point) => point.attributes["xsi:type"])).toEqual([
        "MessageReadCommandSurface",
        "MessageComposeCommandSurface",
      ]);
      const controls = points.flatMap((point) => all(point, "Control"));
      expect(new Set(controls.map(({ attributes }) => attributes.id)).size).toBe(2);
      for (const control of controls) {
        expect(inside(control, "Action").attributes).toEqual({ "xsi:type": "ShowTaskpane" });
      }
    },
  );

  it("lets the pane stay open while reading, which version overrides 1.1 alone know", () => {
    const [read, compose] = all(v11, "Action");
    expect(read?.children.map(({ name }) => name)).toContain("SupportsPinning");
    expect(compose?.children.map(({ name }) => name)).not.toContain("SupportsPinning");
    const outer = inside(v1, "Hosts");
    expect(all(outer, "SupportsPinning")).toEqual([]);
  });

  it.each([
    ["1.0", v1],
    ["1.1", v11],
  ])("names in version overrides %s only resources that are there", (_, overrides) => {
    const resources = inside(overrides, "Resources");
    const ids = new Map(
      resources.children.flatMap((list) => list.children.map(({ attributes }) => [attributes.id, list.name])),
    );
    const used = all(inside(overrides, "Hosts"), "Host").flatMap((host) => [...everything(host)]);
    const references = used.flatMap(({ element: { name, attributes } }) =>
      attributes.resid === undefined ? [] : [{ name, id: attributes.resid }],
    );
    const lists = { "bt:Image": "bt:Images", SourceLocation: "bt:Urls", Description: "bt:LongStrings" };
    for (const { name, id } of references) {
      expect(ids.get(id)).toBe(lists[name as keyof typeof lists] ?? "bt:ShortStrings");
      expect(id.length).toBeLessThanOrEqual(32);
    }
    expect([...ids.keys()].sort()).toEqual([...new Set(references.map(({ id }) => id))].sort());
    for (const { attributes } of all(inside(resources, "bt:ShortStrings"), "bt:String")) {
      expect(attributes.DefaultValue?.length).toBeLessThanOrEqual(125);
    }
  });

  it("has every address at this installation", () => {
    const addresses = [...everything(root)]
      .map(({ element }) => element.attributes.DefaultValue ?? "")
      .filter((value) => value.includes("//"));
    expect(addresses.length).toBeGreaterThan(8);
    for (const address of addresses) expect(address).toMatch(/^https:\/\/sms\.example\.co\.nz\//);
  });
});

it("has an id that stays, and that no other installation has", () => {
  const id = (address: string) => inside(read(buildManifest(address)), "Id").text;
  expect(id(ADDRESS)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(id(ADDRESS)).toBe(id(ADDRESS));
  expect(id(ADDRESS)).not.toBe(id("https://sms.example.com"));
});

it("stays XML whatever the address has in it", () => {
  const address = `https://sms.example.co.nz/a&b'<c>"`;
  const manifest = read(buildManifest(address));
  expect(inside(manifest, "SupportUrl").attributes.DefaultValue).toBe(`${address}/docs`);
});
