/**
 * The file of the package that holds a built-in definition: an object of definitions by id, one file for each
 * half of the alphabet. Definitions are much alike, so together they take half of the bytes of a file each in
 * the package; and a page of one site costs the reading of 110 kB, about a millisecond.
 */
export function catalogueFileOf(id: string): string {
  return id < 'n' ? 'connectors/a.json' : 'connectors/n.json';
}
