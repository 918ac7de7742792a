import type { ConnectorHead } from './head';

/**
 * The built-in connectors, sorted by id: the head of each. One JSON file is one connector; nothing else lists them. Of a
 * file asked for with `?head` the build leaves what `headOf` does (vite.config.ts); the definition itself goes into the
 * package as a file of its own, which `platform/built-in-definition.ts` reads when it is needed.
 */
export const connectors: readonly ConnectorHead[] = Object.entries(
  import.meta.glob<ConnectorHead>(['./*.json', '!./definition.schema.json'], {
    eager: true,
    import: 'default',
    query: '?head',
  }),
)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([, connector]) => connector);
