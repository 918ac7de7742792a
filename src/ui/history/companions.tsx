import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Media } from '../../core/media/media';
import { defined } from '../../core/values/defined';
import { isRecord } from '../../core/values/is-record';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import type { Action } from '../hooks/use-action';
import { useAnswer } from '../hooks/use-answer';
import { truncate } from '../text/naming';

type CompanionsProps = Readonly<{
  media: Media;
  /** When it was recorded, in milliseconds since 1970. */
  at: number;
  action: Action;
}>;

/** A button for each person to whose history the viewing can be added, where the tracker knows some. */
export function Companions(props: CompanionsProps): JSX.Element | null {
  const { value } = useAnswer('tracker.status', { media: referenceOf(props.media) });
  return value?.hasCompanions === true ? <Buttons {...props} /> : null;
}

function Buttons({ media, at, action }: CompanionsProps): JSX.Element {
  const viewing = { ...referenceOf(media), watchedAt: new Date(at).toISOString() };
  const { value } = useAnswer('tracker.page', toRequest(viewing));
  // The tracker does not say for whom it was added: they may have removed it since.
  const [added, setAdded] = useState<Readonly<string[]>>([]);
  const toggle = (id: string) => {
    const isAdded = added.includes(id);
    void action.run(async () => {
      await send('tracker.page', toRequest({ ...viewing, [isAdded ? 'remove' : 'add']: id }));
      setAdded((before) => (isAdded ? before.filter((one) => one !== id) : [...before, id]));
    });
  };
  return (
    <div class="row">
      {readCompanions(value).map((one) => (
        <button
          key={one.id}
          type="button"
          class="mark"
          aria-pressed={added.includes(one.id)}
          onClick={() => toggle(one.id)}
        >
          {text('recorded_also', truncate(one.name))}
        </button>
      ))}
    </div>
  );
}

/** The same request asks, and changes. */
function toRequest(body: object) {
  return { path: '/matinee/companions', page: 1, body: { ...body } };
}

type OtherPerson = Readonly<{ id: string; name: string }>;

function readCompanions(answer: unknown): OtherPerson[] {
  const items: unknown = isRecord(answer) ? answer['items'] : undefined;
  if (!Array.isArray(items)) return [];
  return items
    .filter(isRecord)
    .flatMap(({ id, name }) => (typeof id === 'string' && typeof name === 'string' ? [{ id, name }] : []));
}

/** What names the title: the answer does not depend on anything else. */
export function referenceOf({ type, tmdbId, id, seasonNumber, episodeNumber }: Media): Media {
  return defined({ type, tmdbId, id, seasonNumber, episodeNumber });
}
