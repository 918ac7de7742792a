import { readChecked } from '../../protocol/definition/checked-definition';
import type { Definition } from '../../protocol/definition/definition';
import { HandlerError } from '../context/handler-error';

/**
 * The definition of a CheckedDefinition. Throws `invalid-definition` without a matching proof; the view that
 * shows the definition names its mistakes.
 */
export function requireValidDefinition(checked: unknown): Definition {
  const definition = readChecked(checked);
  if (definition !== undefined) return definition;
  throw new HandlerError('invalid-definition');
}
