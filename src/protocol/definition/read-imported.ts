import { checkDefinition } from './check';
import { checkRequests } from './check-requests';
import { readDefinition, type Definition } from './definition';

/**
 * A definition from outside of the package, where its shape, its parts and its requests are allowed, else
 * `undefined`. For the worker: `checkImportedDefinition` makes the same decision with texts for authors, and
 * checks selectors too, of which a wrong one only finds nothing.
 */
export function readImportedDefinition(value: unknown): Definition | undefined {
  const definition = readDefinition(value);
  const isAllowed =
    definition !== undefined && checkDefinition(definition).length + checkRequests(definition).length === 0;
  return isAllowed ? definition : undefined;
}
