import type { ResolvedMedia, ResolveRequest } from '../../protocol/tracker/resolve';
import { TrackerError } from '../../tracker/tracker-error';
import { trackerUrl } from '../account/account';
import { keptNote, keepNote } from '../account/match-cache';
import { tracker } from '../account/tracker-client';
import type { AppContext } from '../context/context';

/**
 * Asks the tracker about a title. `language` is a field of ours: a tracker that refuses it is asked again
 * without it, and for 30 days only without it. `undefined`: it does not know the title, or refuses the
 * question itself. Rejects with a TrackerError when the tracker could not be asked.
 */
export async function askInLanguage(
  context: AppContext,
  { language, ...question }: ResolveRequest,
): Promise<ResolvedMedia | undefined> {
  const note = `${(await trackerUrl(context)) ?? ''}|language`;
  const isRefused = (await keptNote(context, note)) !== undefined;
  if (language !== undefined && !isRefused) {
    const answer = await ask(context, { ...question, language });
    if (answer !== 'refused') return answer;
  }
  const answer = await ask(context, question);
  // A question that the tracker refuses would be refused again in a minute: as good as unknown.
  if (answer === 'refused') return undefined;
  if (language !== undefined && !isRefused) await keepNote(context, note, context.now());
  return answer;
}

async function ask(
  context: AppContext,
  question: ResolveRequest,
): Promise<ResolvedMedia | 'refused' | undefined> {
  try {
    return await (await tracker(context)).resolve(question);
  } catch (error) {
    // Only the error record of the API is a refusal of the tracker itself.
    const isRefused = error instanceof TrackerError && error.code === 'validation';
    if (isRefused && error.reason !== undefined) return 'refused';
    throw error;
  }
}
