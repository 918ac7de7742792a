import { hash } from '../../core/values/hash';
import { isRecord } from '../../core/values/is-record';
import { readDefinition, type Definition } from './definition';

/**
 * A definition from outside of the package with the proof that `checkImportedDefinition` accepted it. A page
 * of the extension checks it, since the checker is too large for the worker; the worker uses no definition
 * whose proof does not fit. So whatever the way into the store (a draft, a file, a backup, an older version),
 * no unchecked definition reaches a web page.
 */
export type CheckedDefinition = Readonly<{
  definition: unknown;
  /** Empty for one that was not checked. */
  proof: string;
}>;

/** Only for definitions that the checker has accepted. */
export function proofOf(definition: Definition): string {
  return `${RULES}-${hash(JSON.stringify(definition))}`;
}

/** The definition, where its shape is right and its proof fits, else `undefined`. */
export function readChecked(value: unknown): Definition | undefined {
  if (!isRecord(value)) return undefined;
  const definition = readDefinition(value['definition']);
  return definition !== undefined && proofOf(definition) === value['proof'] ? definition : undefined;
}

/** Raise it when the checker refuses what it accepted before: definitions are then checked again. */
const RULES = 2;
