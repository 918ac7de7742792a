/**
 * The file of the package that holds the built-in definitions: an object of definitions by id. Definitions
 * are much alike, so together they take half of the bytes of a file each in the package; and a worker's first
 * page costs the reading of 200 kB, about two milliseconds.
 */
export const CATALOGUE_FILE = 'connectors/all.json';
