import type { ConnectorHead } from './head';

/**
 * The heads of the built-in connectors, sorted by id. Each folder with a `definition.json` is one; there is
 * no other list. The build reduces a file that is imported with `?head` to the result of `headOf`, and puts
 * the whole definition into the package as `connectors/<id>.json`; `platform/files/built-in-definition.ts`
 * reads it there.
 */
export const connectors: readonly ConnectorHead[] = Object.values(
  import.meta.glob<ConnectorHead>('./*/definition.json', { eager: true, import: 'default', query: '?head' }),
).sort((a, b) => (a.id < b.id ? -1 : 1));
