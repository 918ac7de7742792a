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
  /** What it is worth against the other candidates, where that is more. */
  asRival?: number;
}>;

/** What a page states, and what the player adds. */
export type Question = Readonly<{
  item: Item;
  /** Seconds that the player states. */
  duration?: number;
  /** The tracker answers with the names of works, and so with all that it knows of them. */
  names?: boolean;
}>;

/** The language without its country: `pt` of `pt-BR` and of `pt_br`, `nb` of `no`. */
export function languageOf({ language }: Readonly<{ language?: string | undefined }>): string | undefined {
  return languageTag(language)?.split('-')[0];
}
