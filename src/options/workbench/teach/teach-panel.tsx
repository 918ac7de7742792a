import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Item } from '../../../core/media/item';
import { valueAt } from '../../../core/workbench/draft-history';
import { taughtFields, type PageFacts, type TaughtField } from '../../../core/workbench/page-facts';
import { text } from '../../../platform/browser/i18n';
import type { Trial } from '../../../protocol/workbench';
import { clock } from '../../../ui/text/format';
import { withFoundSources } from '../../../core/workbench/draft-definition';
import { isRecord } from '../../../core/values/is-record';
import { fieldKey } from '../../../ui/text/evidence-text';
import { groupNames, pageIndex, type DraftReading } from '../draft/draft-text';
import type { OpenDraft, DraftPath } from '../draft/use-draft';
import { OtherFields, TaughtFieldRow, takeSource } from './taught-fields';
import { isReady, type TrialView } from '../trial/use-trial';
import { CoveredPages, shownKind, ShownKindChoice } from './covered-pages';
import { lastSeen } from '../page/ask-page';
import { Proposals } from './proposals';
import type { Picker } from './use-picker';
import { doubtOf, MatchedTitle, Verdict } from './matched-title';

type TeachPanelProps = Readonly<{
  draft: OpenDraft;
  reading: DraftReading;
  trial: TrialView;
  tabId: number | undefined;
  picker: Picker;
  /** What the page states or stated earlier; `undefined` once the draft is ready. */
  facts: PageFacts | undefined;
  children: ComponentChildren;
}>;

/**
 * The simple view of a draft: what it reads from the page, what is missing, and buttons to pick an element.
 */
export function TeachPanel(props: TeachPanelProps): JSX.Element {
  const { draft, reading, tabId, facts, children } = props;
  const { trial, match } = props.trial;
  const value = reading.state === 'broken' ? undefined : reading.value;
  const name = valueAt(value, ['name']);
  const page = pageIndex(value, trial?.page);
  const item: DraftPath = ['pages', page, 'item'];
  const ready = trial !== undefined && isReady(trial);
  useEffect(() => {
    if (ready) draft.noteTitle((trial.reading?.item ?? {}) as Partial<Item>);
  }, [ready, trial?.reading?.identity]);
  return (
    <section class="card stack teach">
      <div class="row spread">
        <h2>
          <bdi>{typeof name === 'string' ? name : text('workbench_unnamed')}</bdi>
        </h2>
        <Verdict reading={reading} trial={tabId === undefined ? undefined : trial} match={match} />
      </div>
      <Guidance {...{ draft, value, page, tabId, trial, item, facts }} />
      <Readings {...props} value={value} item={item} />
      <ShownKindChoice {...{ draft, value, item }} />
      <MatchedTitle match={match} />
      <Playing playback={trial?.playback} />
      {children}
    </section>
  );
}

interface GuidanceProps extends Pick<TeachPanelProps, 'draft' | 'tabId'> {
  readonly value: unknown;
  readonly page: number;
  readonly item: DraftPath;
  readonly trial: Trial | undefined;
  readonly facts: PageFacts | undefined;
}

/** Instructions, and the fields that the page has shown. For a repair, links to other fields. */
function Guidance({ item, facts, ...covered }: GuidanceProps): JSX.Element {
  const { draft, value, tabId } = covered;
  const { repairs } = draft.record;
  if (repairs !== undefined)
    return (
      <>
        <p class="small muted">{text('workbench_repair_hint')}</p>
        {tabId !== undefined && <OtherFields {...{ value, item, tabId }} field={repairs.field} />}
      </>
    );
  return (
    <>
      <p class="small muted">{text('workbench_steps')}</p>
      <CoveredPages {...covered} />
      <FoundWhilePlaying {...{ draft, value, item, facts }} />
    </>
  );
}

function Playing({ playback }: Pick<Trial, 'playback'>): JSX.Element | null {
  if (playback === undefined) return null;
  return (
    <p class="small muted">{text('workbench_playing', clock(playback.position), clock(playback.duration))}</p>
  );
}

/** The fields with their values, and the proposals for a picked element that belongs to none of them. */
function Readings({
  draft,
  trial: { trial, match },
  tabId,
  picker,
  facts,
  value,
  item,
}: TeachPanelProps & Readonly<{ value: unknown; item: DraftPath }>): JSX.Element {
  const read = (trial?.reading?.item ?? {}) as Partial<Item>;
  const fields = fieldsOf(draft, read, value, item);
  const { picked } = picker;
  const seen = lastSeen(value, item, facts);
  const isElsewhere = picked !== undefined && !fields.some((field) => field === picked.field);
  return (
    <>
      <dl class="readings">
        {fields.map((field) => (
          <TaughtFieldRow
            key={field}
            {...{ field, draft, value, picker, doubt: doubtOf(match, field) }}
            found={read[field]}
            seen={seen[field]}
            tried={trial !== undefined}
            canPick={tabId !== undefined}
            path={[...item, field]}
          />
        ))}
      </dl>
      {isElsewhere && (
        <Proposals
          picked={picked}
          groups={groupNames(value)}
          onTake={(source) => takeSource({ draft, value, picker, path: [...item, picked.field] }, source)}
          onCancel={() => picker.clear()}
        />
      )}
    </>
  );
}

/** The field that is repaired, otherwise all fields of the kind of title. */
function fieldsOf({ record }: OpenDraft, read: Partial<Item>, value: unknown, item: DraftPath) {
  const { repairs } = record;
  return repairs === undefined
    ? fieldsFor(read, value, item)
    : taughtFields.filter((field) => field === repairs.field);
}

/**
 * The fields for the kind of title: the kind that the draft states, otherwise `episode` if an episode is
 * read. While the kind is open, all fields are shown, but those of a film only if the draft has no series
 * title. A film that is read leaves the kind open, because it may be an episode whose series title is
 * missing.
 */
function fieldsFor({ type }: Partial<Item>, value: unknown, item: DraftPath): TaughtField[] {
  const stated = shownKind(value, item);
  const hasSeries = valueAt(value, [...item, 'seriesTitle']) !== undefined;
  const kind = stated === 'any' && type !== 'movie' ? type : stated;
  const isEpisode = kind === 'episode' || (kind !== 'movie' && hasSeries);
  return taughtFields.filter((field) => {
    const isOfFilm = field === 'title' || field === 'year';
    return isOfFilm ? !isEpisode : kind !== 'movie';
  });
}

/**
 * Offers fields that the page has shown and that the draft has no source for. A draft that nobody has changed
 * takes them automatically; undo removes them.
 */
function FoundWhilePlaying({
  draft,
  value,
  item,
  facts,
}: Readonly<{
  draft: OpenDraft;
  value: unknown;
  /** Path of the item in the definition. */
  item: DraftPath;
  facts: PageFacts | undefined;
}>): JSX.Element | null {
  const now = valueAt(value, item);
  const found = taughtFields.flatMap((field) => {
    const best = facts?.fields[field]?.[0];
    const isNew = best !== undefined && valueAt(now, [field]) === undefined;
    return isNew ? [`${text(fieldKey(field))}: ${best.value}`] : [];
  });
  const take = () => facts && draft.set(item, withFoundSources(isRecord(now) ? now : {}, facts));
  const isUntouched = draft.document.past.length === 0 && draft.record.cases.length === 0;
  useEffect(() => {
    if (isUntouched && found.length > 0) take();
  }, [isUntouched && found.join()]);
  if (found.length === 0) return null;
  return (
    <div class="note stack tight" role="status">
      <p>{text('workbench_found', found.join(' · '))}</p>
      <div>
        <button type="button" class="button small" onClick={take}>
          {text('workbench_take_found')}
        </button>
      </div>
    </div>
  );
}
