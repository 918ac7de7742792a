import { hash } from '../../core/values/hash';
import { isRecord } from '../../core/values/is-record';
import { readDefinition, type Definition } from './definition';

/**
 * A definition from outside the package, with the proof that `checkImportedDefinition` accepted it. A page of
 * the extension checks it, because the checker is too large for the worker; the worker uses no definition
 * without a matching proof. So no unchecked definition reaches a web page, however it was stored: as a draft,
 * from a file, from a backup or by an older version.
 */
export type CheckedDefinition = Readonly<{
  definition: unknown;
  /** Empty if the definition was not checked. */
  proof: string;
}>;

/** Call it only for definitions that the checker has accepted. */
export function proofOf(definition: Definition): string {
  return `${RULES}-${hash(JSON.stringify(definition))}`;
}

/** The definition if its shape is valid and its proof matches, otherwise `undefined`. */
export function readChecked(value: unknown): Definition | undefined {
  if (!isRecord(value)) return undefined;
  const definition = readDefinition(value['definition']);
  return definition !== undefined && proofOf(definition) === value['proof'] ? definition : undefined;
}

/** Raise it when the checker refuses something it accepted before: definitions are then checked again. */
const RULES = 2;
