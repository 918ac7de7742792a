import type { Definition } from '../definition/definition';
import { sha256Of } from '../tracker/signatures';
import { canonicalJson } from './canonical-json';

/** SHA-256 of everything in a definition that affects what is read; the same for its packaged form. */
export function readingHash(definition: Definition): Promise<string> {
  const { hosts, apiHosts, userHosts, languages, pages, frames, endpoints } = definition;
  return sha256Of(canonicalJson({ hosts, apiHosts, userHosts, languages, pages, frames, endpoints }));
}
