/** A refusal or failure: a stable code, and a sentence for people as its message. */
export class Problem extends Error {
  constructor(
    /** The HTTP status; 409 for a command that a table refused, 0 if no answer came. */
    readonly status: number,
    readonly code: string,
    sentence: string,
  ) {
    super(sentence);
    this.name = "Problem";
  }
}
