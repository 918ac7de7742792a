import { readDefinition, type Definition } from '../../protocol/definition/definition';
import { checkDefinition } from '../../protocol/definition/check';
import { HandlerError } from '../context/handler-error';

/**
 * A definition with valid shape and parts. Throws `invalid-definition`; the view that shows it names the
 * mistakes.
 */
export function requireValidDefinition(value: unknown): Definition {
  const definition = readDefinition(value);
  if (definition !== undefined && checkDefinition(definition).length === 0) return definition;
  throw new HandlerError('invalid-definition', 'This connector has mistakes.');
}
