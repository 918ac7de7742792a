import { valueAt } from '../../../core/workbench/draft-history';
import type { DraftPath } from '../draft/use-draft';

/** The list at a path of a definition; empty where there is none. */
export function listAt(value: unknown, path: DraftPath): readonly unknown[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? (found as unknown[]) : [];
}
