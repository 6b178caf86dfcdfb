/**
 * A reason not to start that the person who starts us can put right: one sentence that names the error and where it is.
 * The server prints only the sentence and exits with code 1; anything else that is thrown is a bug and keeps its stack.
 */
export class StartFailure extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = "StartFailure";
  }
}
