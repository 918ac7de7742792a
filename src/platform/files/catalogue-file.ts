/**
 * The file of the package that holds a built-in definition: an object of definitions by id, one file for
 * three first letters, named by the first of them. Definitions are much alike, so together they take half of
 * the bytes of a file each in the package; and a page of one site costs the reading of a dozen (50 kB at
 * most).
 */
export function catalogueFileOf(id: string): string {
  const letter = id.charCodeAt(0) - FIRST_LETTER;
  return `connectors/${String.fromCharCode(FIRST_LETTER + letter - (letter % 3))}.json`;
}

const FIRST_LETTER = 'a'.charCodeAt(0);
