const DAY = new Intl.DateTimeFormat("en-NZ", { day: "numeric", month: "short", timeZone: "UTC" });

/** A New Zealand day as people say it, such as 24 Nov. */
export const formatDay = (day: string) => DAY.format(new Date(day));

/** The list of a New Zealand day's messages. */
export const messagesOf = (day: string) => `/messages?start=${day}&end=${day}`;
