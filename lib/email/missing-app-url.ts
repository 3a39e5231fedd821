/** The error of an email with a link, if the installation does not know its own address. */
export class MissingAppUrl extends Error {
  constructor() {
    super("APP_URL is not set: the email needs it for its link.");
    this.name = "MissingAppUrl";
  }
}
