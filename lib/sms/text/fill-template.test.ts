import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillTemplate, unknownNames } from "@/lib/sms/text/fill-template";

describe("a template", () => {
  it("has values where it names them, with spaces or without", () => {
    const values = { order_number: "1001", first_name: "Aroha" };
    expect(fillTemplate("Hi {{first_name}}, order {{ order_number }}.", values)).toBe(
      "Hi Aroha, order 1001.",
    );
  });

  it("leaves no gap where there is no value", () => {
    expect(fillTemplate("Hi {{first_name}}, thanks {{shop}} {{total}}!", {})).toBe("Hi, thanks!");
    expect(fillTemplate("a {{x}} b", { x: undefined })).toBe("a b");
  });

  it("keeps line breaks", () => {
    expect(fillTemplate("Kia ora\n{{shop}}\nNgā mihi", { shop: "Kowhai" })).toBe("Kia ora\nKowhai\nNgā mihi");
  });

  it("takes a value for text, whatever it is", () => {
    expect(fillTemplate("{{first_name}}", { first_name: "{{total}} $& $1", total: "9" })).toBe(
      "{{total}} $& $1",
    );
    expect(fillTemplate("{{constructor}}{{toString}}", {})).toBe("");
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.string(), fc.dictionary(fc.string(), fc.string()), (template, values) => {
        expect(typeof fillTemplate(template, values)).toBe("string");
      }),
    );
  });

  it("tells which names it does not know, each once", () => {
    expect(unknownNames("{{a}} {{shop}} {{ a }} {{b}}", ["shop"])).toEqual(["a", "b"]);
    expect(unknownNames("{{shop}} { {x}} {{}}", ["shop"])).toEqual([]);
  });
});
