import type { JSX } from 'preact';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import { text } from '../../platform/browser/i18n';
import { SearchField } from '../../ui/components/search-field';

const ANSWERS = ['all', 'accepted', 'rejected', 'failed'] as const;

export interface ActivityFilter {
  readonly words: string;
  readonly answer: (typeof ANSWERS)[number];
}

export const noFilter: ActivityFilter = { words: '', answer: 'all' };

/** Entries with this answer whose title or site contains the words; upper and lower case are the same. */
export function filterActivity(
  entries: readonly ActivityEntry[],
  { words, answer }: ActivityFilter,
  siteName: (siteId: string) => string,
): readonly ActivityEntry[] {
  const wanted = words.trim().toLowerCase();
  return entries.filter(
    (entry) =>
      (answer === 'all' || entry.answer === answer) &&
      searchable(entry, siteName(entry.siteId)).some((part) => part?.toLowerCase().includes(wanted)),
  );
}

function searchable(entry: ActivityEntry, siteName: string): readonly (string | undefined)[] {
  const { item, media, siteId } = entry;
  const titles = [item.title, item.seriesTitle, item.episodeTitle, media?.title, media?.seriesTitle];
  return [...titles, siteId, siteName];
}

/** The fields of the filter. */
export function ActivityFilterBar({
  filter,
  onChange,
}: {
  readonly filter: ActivityFilter;
  readonly onChange: (filter: ActivityFilter) => void;
}): JSX.Element {
  return (
    <div class="filters" role="search">
      <SearchField
        id="activity-words"
        class="field grow"
        label={text('activity_search')}
        value={filter.words}
        onInput={(words) => onChange({ ...filter, words })}
      />
      <div class="field">
        <label for="activity-only">{text('activity_answer')}</label>
        <select
          id="activity-only"
          value={filter.answer}
          onChange={(event) =>
            onChange({ ...filter, answer: ANSWERS[event.currentTarget.selectedIndex] ?? 'all' })
          }
        >
          {ANSWERS.map((one) => (
            <option key={one} value={one}>
              {text(`activity_${one}`)}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
