import type { Definition } from '../protocol/definition';

/**
 * The built-in definitions, sorted by id. Each file is one; nothing else lists them. They are not validated here:
 * the tests validate every one of them, and the worker starts often.
 */
export const definitions: readonly Definition[] = Object.entries(
  import.meta.glob<Definition>(['./*.json', '!./definition.schema.json'], { eager: true, import: 'default' }),
)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([, definition]) => definition);
