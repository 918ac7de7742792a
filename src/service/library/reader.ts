import type { Words } from '../texts/words';

/** The person for whom a list is made. */
export type Reader = Readonly<{
  userId: string;
  /** Of links. */
  origin: string;
  words: Words;
}>;
