/** A reading needs an answer that is not there yet, or (without `answer`) one that nobody can give now. */
export class Unanswered extends Error {
  constructor(readonly answer?: Promise<unknown>) {
    super();
  }
}
