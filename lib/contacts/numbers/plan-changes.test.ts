import { describe, expect, it } from "vitest";
import { type KnownContacts, type NumberChange, planChanges } from "@/lib/contacts/numbers/plan-changes";
import { MAX_CONTACTS, MAX_MEMBERSHIPS } from "@/lib/contracts/base/values";

const LISTS = new Map([
  ["vip", "VIP"],
  ["leads", "Leads"],
]);

function plan(changes: Partial<NumberChange>[], known: Partial<KnownContacts> & { members?: string[] } = {}) {
  const { members = [], ...others } = known;
  let made = 0;
  return planChanges(
    changes.map((change) => ({ msisdn: "1", addTo: null, removeFrom: null, ...change })),
    {
      contacts: 0,
      places: members.length,
      lists: LISTS,
      ids: new Map(),
      ...others,
      isMember: (list, contact) => members.includes(`${list} ${contact}`),
    },
    () => `new ${++made}`,
  );
}

const ANNA = { contacts: 1, ids: new Map([["1", "anna"]]) };

describe("numbers in lists", () => {
  it("become contacts once, and are told of by the lists' names", () => {
    const { added, joins, leaves, outcomes } = plan([
      { addTo: "vip" },
      { addTo: "leads" },
      { msisdn: "2", addTo: "vip" },
    ]);
    expect(added).toEqual([
      { id: "new 1", msisdn: "1" },
      { id: "new 2", msisdn: "2" },
    ]);
    expect(joins).toEqual(
      new Map([
        ["vip", ["new 1", "new 2"]],
        ["leads", ["new 1"]],
      ]),
    );
    expect(leaves).toEqual(new Map());
    expect(outcomes.map(({ addedTo }) => addedTo)).toEqual(["VIP", "Leads", "VIP"]);
  });

  it("move from one list to another, and what is true already changes nothing and says so", () => {
    const known = { ...ANNA, members: ["leads anna"] };
    expect(plan([{ addTo: "vip", removeFrom: "leads" }], known)).toEqual({
      added: [],
      joins: new Map([["vip", ["anna"]]]),
      leaves: new Map([["leads", ["anna"]]]),
      outcomes: [{ addedTo: "VIP", removedFrom: "Leads", note: null, isFull: false }],
    });
    const { joins, leaves, outcomes } = plan([{ addTo: "leads", removeFrom: "vip" }], known);
    expect([joins.size, leaves.size]).toEqual([0, 0]);
    expect(outcomes).toMatchObject([
      { addedTo: null, removedFrom: null, note: "Was not in VIP. Already in Leads." },
    ]);
    expect(plan([{ removeFrom: "vip" }]).outcomes).toMatchObject([{ note: "Was not in VIP." }]);
  });

  it("are where the last of several changes puts them", () => {
    const back = plan([{ addTo: "vip" }, { removeFrom: "vip" }, { addTo: "vip" }], ANNA);
    expect(back.joins).toEqual(new Map([["vip", ["anna"]]]));
    const gone = plan([{ addTo: "vip" }, { removeFrom: "vip" }], ANNA);
    expect([gone.joins.size, gone.leaves.size]).toEqual([0, 0]);
    expect(gone.outcomes).toMatchObject([{ addedTo: "VIP" }, { removedFrom: "VIP" }]);
  });

  it("are left alone where the list is gone", () => {
    const { added, outcomes } = plan([{ addTo: "gone", removeFrom: "lost" }]);
    expect(added).toEqual([]);
    expect(outcomes).toEqual([
      { addedTo: null, removedFrom: null, note: "The list is no longer there.", isFull: false },
    ]);
  });
});

describe("an account that is full", () => {
  it("gets no contact more, and those that it has are put in lists", () => {
    const full = { contacts: MAX_CONTACTS, ids: new Map([["1", "anna"]]) };
    const { added, outcomes } = plan([{ msisdn: "2", addTo: "vip" }, { addTo: "vip" }], full);
    expect(added).toEqual([]);
    expect(outcomes).toMatchObject([
      {
        addedTo: null,
        isFull: true,
        note: "Not added to VIP: an account has at most 200,000 contacts.",
      },
      { addedTo: "VIP", isFull: false },
    ]);
    expect(plan([{ msisdn: "2", addTo: "vip" }], { contacts: MAX_CONTACTS - 1 }).added).toHaveLength(1);
  });

  it("gets no place more, and who leaves a list makes one", () => {
    const full = { ...ANNA, places: MAX_MEMBERSHIPS, members: ["leads anna"] };
    expect(plan([{ addTo: "vip" }], full).outcomes).toMatchObject([
      { isFull: true, note: "Not added to VIP: lists together have at most 1,000,000 places." },
    ]);
    expect(plan([{ addTo: "vip", removeFrom: "leads" }], full).outcomes).toMatchObject([{ addedTo: "VIP" }]);
  });
});
