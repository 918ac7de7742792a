import { parsePagePath } from '../../core/definition/page-path';
import { readerKey, type PageWorldReader } from '../../core/definition/page-world-reader';
import { defined } from '../../core/values/defined';
import type { Definition } from './definition';
import { visitDefinition } from './visit';

/** The readers of all page-world sources that a definition declares. The worker runs no others. */
export function declaredReaders(definition: Definition): readonly PageWorldReader[] {
  const readers = new Map<string, PageWorldReader>();
  visitDefinition(definition, {
    source(source) {
      if (!('pageWorld' in source)) return;
      const { pageWorld: path, element } = source;
      const key = readerKey(path, element);
      const steps = parsePagePath(path);
      if (steps) readers.set(key, { key, steps, ...defined({ element }) });
    },
  });
  return [...readers.values()];
}
