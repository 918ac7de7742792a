import { parsePagePath } from '../../core/definition/page-path';
import type { PageWorldReader } from '../../core/definition/page-world-reader';
import type { Definition } from './definition';
import { visitDefinition } from './visit';
import { defined } from '../../core/values/defined';

/**
 * The reader that a definition declares in a page-world source with exactly this path and element. The worker
 * runs no other.
 */
export function declaredReader(
  definition: Definition,
  path: string,
  element: string | undefined,
): PageWorldReader | undefined {
  let declared = false;
  visitDefinition(definition, {
    source: (source) => {
      declared ||= 'pageWorld' in source && source.pageWorld === path && source.element === element;
    },
  });
  const steps = declared ? parsePagePath(path) : undefined;
  return steps && { steps, ...defined({ element }) };
}
