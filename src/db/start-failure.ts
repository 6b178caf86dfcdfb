/**
 * A reason not to start that the host can fix: one sentence that names the error and its place. The server prints only
 * the sentence and exits with code 1. Any other error is a bug, and its stack is printed.
 */
export class StartFailure extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = "StartFailure";
  }
}
