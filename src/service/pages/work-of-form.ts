import { idsOfMediaKey, type MediaIds } from '../../core/library/media-key';

/** The key of a film, a series or an episode, as a form of a page states it. */
export const WORK = /^(?:(?:movie|show):\d{1,15}|episode:\d{1,15}(?::\d{1,5}:\d{1,5})?)$/;

/** What a shelf can contain: a film or a series. */
export const SHELVED = /^(?:movie|show):\d{1,15}$/;

/** `undefined`: it is no film and no episode. */
export function idsOfWork(work: string): MediaIds | undefined {
  return WORK.test(work) && !work.startsWith('show:') ? idsOfMediaKey(work) : undefined;
}
