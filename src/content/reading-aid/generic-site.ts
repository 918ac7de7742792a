import type { ReadContext } from '../reader/context';
import type { GenericReading } from '../reader/generic-reading';
import { matchPage } from '../reader/match-page';

/**
 * How far the generic reading of a page is believed where the connector has no sources of its own: until a
 * person has confirmed a title of the site, never as far as is recorded without a question; from then on as
 * much as any connector.
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

/** Below what a match needs to be sent without a question (`confidenceBar`). */
const UNCONFIRMED = 0.6;
