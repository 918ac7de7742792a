import { cleanText } from './clean-text';
import { queryAll } from './query';

/** The page's name for its site; empty for none. */
export function siteName(document: Document): string {
  return cleanText(
    queryAll(document, 'meta[property="og:site_name"],meta[name="application-name"]')[0]?.getAttribute(
      'content',
    ) ?? '',
  ).slice(0, 60);
}
