import type { Item } from '../media/item';
import { languageTag } from '../text/language-tag';
import type { EvidenceKind } from './weights';

/** What speaks for or against a candidate. The view shows it as a sentence. */
export interface Evidence {
  readonly kind: EvidenceKind;
  /** Of a name: the language in which it is known, such as `de`. */
  readonly language?: string;
  /** What it is worth, where that depends on more than its kind. */
  readonly value?: number;
  /** What it is worth against the other candidates, where that is more. */
  readonly asRival?: number;
}

/** What a page states, and what the player adds. */
export interface Question {
  readonly item: Item;
  /** Seconds that the player states. */
  readonly duration?: number;
  /** The tracker answers with the names of works, and so with all that it knows of them. */
  readonly names?: boolean;
}

/** The language without its country: `pt` of `pt-BR` and of `pt_br`, `nb` of `no`. */
export function languageOf({ language }: { readonly language?: string | undefined }): string | undefined {
  return languageTag(language)?.split('-')[0];
}
