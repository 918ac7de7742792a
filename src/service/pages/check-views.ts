import { html } from 'hono/html';
import type { PlayedTitle } from '../library/webhooks/playing';
import { subtitleText, titleText } from '../library/media-records';
import { heldLimit, type HeldReason, type HeldTitle } from '../store/held-titles';
import type { MediaRow } from '../store/media';
import type { TitleChoice } from '../store/title-choices';
import type { TextKey, Words } from '../texts/words';
import { formatTime, type Html } from './layout';

/** Text that says why a title waits for the person. */
export function reasonText(words: Words, { reason }: Pick<HeldTitle, 'reason'>): string {
  return words.text(REASONS[reason]);
}

const REASONS = {
  unknown: 'to_check_unknown',
  several: 'to_check_several',
  order: 'to_check_order',
  away: 'to_check_away',
} as const satisfies Record<HeldReason, TextKey>;

/** The name and the second line of a title, each with its own text direction. */
export function statedName(words: Words, stated: Readonly<{ title: string }>): Html {
  return inParts(statedNames(words, stated));
}

/** Title and second line as the media server stated them: `DAN DA DAN` and `S2 E4 · That’s, Like, Lethal`. */
function statedNames(words: Words, { title: stated }: Readonly<{ title: string }>) {
  const played = JSON.parse(stated) as PlayedTitle;
  return [played.title ?? words.text('no_title'), subtitleText(words, played)] as const;
}

function inParts([name, more]: readonly [string, string | undefined]): Html {
  return html`<strong><bdi>${name}</bdi>${more === undefined ? '' : html` · <bdi>${more}</bdi>`}</strong>`;
}

/** The person's ratings of the waiting titles. */
export function statedRating(words: Words, group: HeldTitle[]): Html | '' {
  const ratings = group.flatMap(({ halves }) =>
    halves === null ? [] : [words.text('rating_of_ten', halves / 2)],
  );
  if (ratings.length === 0) return '';
  return html`<span class="soft">${words.text('your_rating')}: ${ratings.join(' · ')}</span>`;
}

/** Lists the waiting titles. Each film and each season appears once; a season shows its first episode. */
export function waitingSection(words: Words, waiting: HeldTitle[]): Html {
  if (waiting.length === 0) return html`<p>${words.text('to_check_nothing')}</p>`;
  const groups = new Map<string, HeldTitle[]>();
  for (const held of waiting) {
    const key = `${String(held.season)} ${held.work}`;
    groups.set(key, [...(groups.get(key) ?? []), held]);
  }
  return html`<p>${words.text('to_check_about')}</p>
    ${waiting.length < heldLimit ? '' : html`<p class="notice bad">${words.text('to_check_full')}</p>`}
    <ul class="rows">
      ${[...groups.values()].map((group) => waitingItem(words, group))}
    </ul>
    ${groups.size < 2 ? '' : removeAllForm(words)}`;
}

function removeAllForm(words: Words): Html {
  return html`<form class="actions" method="post" action="/check/remove">
    <button class="quiet small">${words.text('remove_all')}</button>
  </form>`;
}

function waitingItem(words: Words, group: HeldTitle[]): Html {
  const [first] = group.toSorted((a, b) => a.episode - b.episode || a.startedAt - b.startedAt);
  const [newest] = group;
  if (first === undefined || newest === undefined) return html``;
  const names = statedNames(words, first);
  const choose = words.text('choose');
  return html`<li class="viewing">
    <span class="names">
      ${inParts(names)}
      <span class="soft">${reasonText(words, newest)}</span>
      ${statedRating(words, group)}
      <span class="soft"
        >${formatTime(words, newest.updatedAt)}
        ${group.length === 1 ? '' : `· ${words.plural('entries_count', group.length)}`}</span
      >
    </span>
    <a class="button" href="/check/${first.id}" aria-label="${choose}: ${names.join(' · ')}">${choose}</a>
  </li>`;
}

/** A choice with the chosen title. `undefined`: the person chose to record nothing. */
export interface NamedChoice extends TitleChoice {
  readonly chosen: MediaRow | undefined;
}

/** Lists the choices made so far. They also apply to later plays. */
export function choicesSection(words: Words, choices: NamedChoice[]): Html | '' {
  if (choices.length === 0) return '';
  return html`<section aria-labelledby="choices">
    <h2 id="choices">${words.text('your_choices')}</h2>
    <ul class="rows">
      ${choices.map((choice) => choiceItem(words, choice))}
    </ul>
  </section>`;
}

function choiceItem(words: Words, choice: NamedChoice): Html {
  const names = placeNames(words, choice);
  return html`<li class="viewing">
    <span class="names">
      ${inParts(names)}
      <span class="soft" dir="auto">${chosenName(words, choice)}</span>
    </span>
    <form method="post" action="/check/forget">
      <input type="hidden" name="id" value="${choice.id}" />
      <button class="quiet small" aria-label="${words.text('undo')}: ${names.join(' · ')}">
        ${words.text('undo')}
      </button>
    </form>
  </li>`;
}

function placeNames(words: Words, choice: TitleChoice): readonly [string, string | undefined] {
  const [name, more] = statedNames(words, choice);
  const isSeason = choice.season !== -1 && choice.episode === -1;
  return [name, isSeason ? words.text('season_number', choice.season) : more];
}

function chosenName(words: Words, { chosen }: NamedChoice): string {
  if (chosen === undefined) return words.text('never_recorded');
  return [titleText(words, chosen), subtitleText(words, chosen)]
    .filter((part) => part !== undefined)
    .join(' · ');
}
