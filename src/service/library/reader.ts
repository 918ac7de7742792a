import type { Words } from '../texts/words';

/** The person for whom a list is made. */
export interface Reader {
  readonly userId: string;
  /** Of links. */
  readonly origin: string;
  readonly words: Words;
}
