import { listPeople } from "@/lib/accounts/people/list-people";
import { listPeople as listPeopleOperation } from "@/lib/contracts/members/people/people";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";

/** Everybody in the account. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(listPeopleOperation, ({ db, member, now }) => listPeople(db, member, now)),
});
