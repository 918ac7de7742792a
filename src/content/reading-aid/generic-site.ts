import type { ReadContext, GenericReading } from '../reader/context';
import { matchPage } from '../reader/match-page';

/**
 * The confidence of a page's generic reading if the connector has no sources of its own. Until a person has
 * confirmed a title of the site, it is never high enough to be recorded without a question; after that it
 * counts like any connector.
 */
export function ofGenericSite(
  reading: GenericReading,
  { definition, url }: Pick<ReadContext, 'definition' | 'url'>,
): GenericReading {
  const page = matchPage(definition, url)?.page;
  const { confidence } = reading;
  if (page?.generic === true) return { ...reading, confidence: Math.min(confidence, UNCONFIRMED) };
  return page?.generic === 'confirmed' && confidence > 0 ? { ...reading, confidence: 1 } : reading;
}

/** Below the confidence that a match needs to be sent without a question (`confidenceBar`). */
const UNCONFIRMED = 0.6;
