/**
 * The package's file of built-in definitions, by id. Definitions resemble each other, so one file takes half
 * the bytes of separate ones. Each has its own line, because parsing all 240 kB takes a worker that has just
 * started 4 to 9 ms.
 */
export const CATALOGUE_FILE = 'connectors/all.json';
