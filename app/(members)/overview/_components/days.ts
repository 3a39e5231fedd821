const DAY = new Intl.DateTimeFormat("en-NZ", { day: "numeric", month: "short", timeZone: "UTC" });

/** Formats a New Zealand day, such as 24 Nov. */
export const formatDay = (day: string) => DAY.format(new Date(day));

/** Returns the address of a New Zealand day's messages. */
export const messagesOf = (day: string) => `/messages?start=${day}&end=${day}`;
