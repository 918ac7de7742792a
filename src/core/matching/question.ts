import type { Item } from '../media/item';
import { languageTag } from '../text/language-tag';
import type { EvidenceKind } from './weights';

/** What speaks for or against a candidate. The view shows it as a sentence. */
export type Evidence = Readonly<{
  kind: EvidenceKind;
  /** Of a name: the language in which it is known, such as `de`. */
  language?: string;
  /** What it is worth, where that depends on more than its kind. */
  value?: number;
  /** Its value when this candidate is weighed as a rival of another, if that is higher. */
  asRival?: number;
}>;

/** What the page states about the item, and what the player adds. */
export type Question = Readonly<{
  item: Item;
  /** Seconds, as the player states them. */
  duration?: number;
  /** The tracker answers with the names of works, and so with everything it knows about them. */
  names?: boolean;
}>;

/** The language without its country: `pt` of `pt-BR` and of `pt_br`, `nb` of `no`. */
export function languageOf({ language }: Readonly<{ language?: string | undefined }>): string | undefined {
  return languageTag(language)?.split('-')[0];
}
