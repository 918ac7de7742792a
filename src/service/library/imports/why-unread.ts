import { isRecord } from '../../../core/values/is-record';
import { parseJsonInPieces } from './parse-json-in-pieces';

/** `packed`: a ZIP or gzip file. `list`: of Trakt, without viewings. */
export type WhyUnread = 'packed' | 'list' | 'unknown';

/** The first characters of a ZIP file (APPNOTE.TXT, 4.3.7), and as UTF-8 of a gzip file (RFC 1952, 2.3.1). */
const PACKED = ['PK\u0003\u0004', '\u001F\uFFFD\u0008'];

/** An uncompressed file in a ZIP can look like a CSV file. */
export const isPacked = (text: string) => PACKED.some((start) => text.startsWith(start));

/** Why a file is not taken, so that its person finds the right one. */
export async function whyUnread(text: string): Promise<WhyUnread> {
  if (isPacked(text)) return 'packed';
  if (!/^\s*\[/.test(text)) return 'unknown';
  const content = await parseJsonInPieces(text);
  return Array.isArray(content) && content.some(isListed) ? 'list' : 'unknown';
}

/** An entry of Trakt's watchlist, lists or collection: `https://trakt.docs.apiary.io/#reference/sync`. */
function isListed(entry: unknown): boolean {
  if (!isRecord(entry)) return false;
  const isKept = ['listed_at', 'collected_at', 'last_collected_at'].some((time) => time in entry);
  return isKept && ['movie', 'show', 'season', 'episode'].some((work) => isRecord(entry[work]));
}
