import type { JSX } from 'preact';
import type { OutboxView } from '../../core/outbox/outbox-view';
import { text } from '../../platform/browser/i18n';

export type EntryActions = Readonly<{
  onAccept: () => void;
  onRetry: () => void;
  onDrop: () => void;
  /** Opens the search for the right title. */
  onRemap: () => void;
}>;

/** The actions that make sense in each state of an entry. */
const ACTIONS: Readonly<Record<OutboxView['state'], readonly (keyof EntryActions)[]>> = {
  review: ['onAccept', 'onRemap', 'onDrop'],
  unmatched: ['onRemap', 'onDrop'],
  parked: ['onRemap', 'onRetry', 'onDrop'],
  waiting: ['onRetry', 'onDrop'],
  foreign: ['onDrop'],
  sending: [],
};

/** The buttons for the actions of an entry. */
export function EntryButtons({
  state,
  guessed,
  title,
  ...actions
}: EntryActions &
  Readonly<{
    state: OutboxView['state'];
    guessed: boolean;
    title: string;
  }>): JSX.Element {
  const labels: Readonly<Record<keyof EntryActions, string>> = {
    onAccept: text('later_accept'),
    onRemap: text(state === 'unmatched' ? 'repair_search' : 'now_not_this'),
    onRetry: text('repair_retry'),
    onDrop: text('later_drop'),
  };
  return (
    <div class="row">
      {ACTIONS[state]
        .filter((name) => name !== 'onAccept' || guessed)
        .map((name) => (
          <button
            key={name}
            type="button"
            class={name === 'onAccept' ? 'button small main' : 'button small'}
            onClick={actions[name]}
          >
            {labels[name]}
            <HiddenTitle title={title} />
          </button>
        ))}
    </div>
  );
}

/** The confirmation before an entry is dropped; the button that drops has the focus. */
export function DropQuestion({
  title,
  onDrop,
  onKeep,
}: Readonly<{
  title: string;
  onDrop: () => void;
  onKeep: () => void;
}>): JSX.Element {
  return (
    <div class="row" role="group" aria-label={text('later_drop_sure')}>
      <span class="grow small">{text('later_drop_sure')}</span>
      <button type="button" class="button small danger" ref={(button) => button?.focus()} onClick={onDrop}>
        {text('later_drop')}
        <HiddenTitle title={title} />
      </button>
      <button type="button" class="button small" onClick={onKeep}>
        {text('common_cancel')}
      </button>
    </div>
  );
}

/** Tells the buttons of several entries apart for screen readers. */
function HiddenTitle({ title }: Readonly<{ title: string }>): JSX.Element {
  return <span class="hidden"> {title}</span>;
}
