/** The parts of a reminder (rules: reminder text). The text shows each part unchanged. */
export type AppointmentParts = {
  company: string;
  name?: string | undefined;
  date?: string | undefined;
  time?: string | undefined;
  replyY: boolean;
  callUs?: string | undefined;
  address?: string | undefined;
};

/**
 * Returns the text of an appointment reminder before it is encoded (rules: reminder text): sentences separated by one
 * space. Never throws.
 */
export function appointmentText(parts: AppointmentParts): string {
  const { address } = parts;
  return [
    greeting(parts),
    ...prompt(parts),
    ...(address === undefined ? [] : [`Our Address: ${address}.`]),
    "Std SMS charges apply.",
  ].join(" ");
}

function greeting({ company, name, date, time }: AppointmentParts): string {
  const whose =
    name === undefined
      ? `Your next appointment with ${company}`
      : `Hi ${name}, your next appointment with ${company}`;
  const when = date === undefined || time === undefined ? "is coming up." : `is on ${date} at ${time}.`;
  return `${whose} ${when}`;
}

function prompt({ replyY, callUs }: AppointmentParts): string[] {
  const call = callUs === undefined ? [] : [`Pls call us on ${callUs} to re-book.`];
  if (!replyY) return call;
  return [["Reply Y to confirm", ...call].join(" or ") + (call.length === 0 ? "." : "")];
}
