/**
 * The file of the package that holds a built-in definition: an object of definitions by id, one file per
 * first letter. Definitions are much alike, so together they take two thirds of the bytes of a file each in
 * the package; and a page of one site costs the reading of a few.
 */
export function catalogueFileOf(id: string): string {
  return `connectors/${id.slice(0, 1)}.json`;
}
