import { text } from '../../platform/browser/i18n';
import type { HeldRelease } from './catalogue-state';

/** The reason as part of a sentence. */
export function reasonText(why: HeldRelease['why']): string {
  return text(`catalogue_why_${REASONS[why] ?? why}`);
}

/** Reasons that are one for a person. */
const REASONS: Readonly<Partial<Record<HeldRelease['why'], string>>> = {
  too_large: 'damaged',
};
