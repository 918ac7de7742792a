import type { Definition } from '../../protocol/definition/definition';
import { readImportedDefinition } from '../../protocol/definition/read-imported';
import { HandlerError } from '../context/handler-error';

/** A definition that may be used. Throws `invalid-definition`; the view that shows it names the mistakes. */
export function requireValidDefinition(value: unknown): Definition {
  const definition = readImportedDefinition(value);
  if (definition !== undefined) return definition;
  throw new HandlerError('invalid-definition', 'This connector has mistakes.');
}
