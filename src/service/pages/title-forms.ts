import { html } from 'hono/html';
import type { MarkedList, MarkedTitle } from '../library/title-marks';
import type { Words } from '../texts/words';
import { icon } from './asset-routes';
import type { Html } from './layout';

/** The facts about a title that its buttons need. */
export type Shown = Readonly<{
  /** The media key in the store: `movie:348`. */
  media: string;
  /** The name for screen readers. */
  name: string;
  /** The element to which the page scrolls back; absent: the page scrolls to the top. */
  anchor?: string | undefined;
}>;

type Do = Readonly<{
  /** A verb of `POST /title` with its values: `watch movie:348`. */
  what: string;
  label: string;
  anchor?: string | undefined;
  /** State of a button that is a switch. */
  pressed?: boolean | undefined;
  kind?: string;
}>;

/** A button that sends `do` to `POST /title`. Its form, any form of the page, must have the field `back`. */
export function doButton({ what, label, anchor, pressed, kind = 'act' }: Do, face: Html | string): Html {
  const value = anchor === undefined ? what : `${what} #${anchor}`;
  return html`<button
    class="${kind}"
    formaction="/title"
    name="do"
    value="${value}"
    aria-label="${label}"
    title="${label}"
    ${pressed === undefined ? '' : html`aria-pressed="${String(pressed)}"`}
  >
    ${face}
  </button>`;
}

/** The ✓ button: marks a title as watched now. Pressed again, it removes the viewing. */
export function watchedButton(words: Words, { media, name, anchor }: Shown, isWatched: boolean): Html {
  const label = words.text('mark_title', name);
  const what = `${isWatched ? 'unwatch' : 'watch'} ${media}`;
  return doButton({ what, label, anchor, pressed: isWatched }, icon('check'));
}

/** The ★ button with the rating. It opens the stars. */
export function rateMenu(words: Words, shown: Shown, rating: number | undefined): Html {
  const value =
    rating === undefined ? '' : html`<span class="value">${words.format.number(rating / 2)}</span>`;
  return html`<details class="pop">
    <summary
      class="${rating === undefined ? 'act' : 'act on'}"
      aria-label="${ratingText(words, shown.name, rating)}"
    >
      ${icon(rating === undefined ? 'empty' : 'star')}${value}
    </summary>
    ${stars(words, shown, rating)}
  </details>`;
}

function ratingText(words: Words, name: string, rating: number | undefined): string {
  const label = words.text('rate_title', name);
  return rating === undefined ? label : `${label}: ${words.text('rating_of_ten', rating)}`;
}

const STARS = [1, 2, 3, 4, 5];

/**
 * Five stars, with which all ten values can be chosen. A click on the last full star makes it a half; another
 * click makes it full again.
 */
function stars(words: Words, { media, name, anchor }: Shown, rating: number | undefined): Html {
  const star = (place: number) => {
    const full = place * 2;
    const value = rating === full ? full - 1 : full;
    const label = `${words.text('rate_title', name)}: ${words.text('rating_of_ten', value)}`;
    return doButton({ what: `rate ${media} ${String(value)}`, label, anchor }, icon(faceOf(place, rating)));
  };
  const none = { what: `rate ${media} 0`, label: words.text('remove_rating', name), anchor };
  return html`<span class="stars">
    ${STARS.map(star)} ${rating === undefined ? '' : doButton(none, icon('cross'))}
  </span>`;
}

function faceOf(place: number, rating = 0): 'star' | 'half' | 'empty' {
  if (rating >= place * 2) return 'star';
  return rating === place * 2 - 1 ? 'half' : 'empty';
}

/** All actions for a film, an episode or a series on its own page. */
export function titleActions(words: Words, shown: Shown, marks: MarkedTitle): Html {
  const { media } = shown;
  const isShow = media.startsWith('show:');
  const work = workOf(media);
  const shelf = (name: 'watchlist' | 'favorites', face: 'list' | 'heart') => {
    const on = marks[name];
    const label = words.text(name === 'favorites' ? 'favorite' : name);
    const what = `${name} ${work ?? ''} ${on ? '0' : '1'}`;
    return doButton({ what, label, pressed: on, kind: 'act wide' }, html`${icon(face)} ${label}`);
  };
  const watched = doButton(
    {
      what: `${marks.isWatched ? 'unwatch' : 'watch'} ${media}`,
      label: words.text('watched'),
      pressed: marks.isWatched,
      kind: 'act wide',
    },
    html`${icon('check')} ${words.text('watched')}`,
  );
  return html`<div class="title-actions">
    ${isShow ? '' : watched}
    ${work === undefined ? '' : html`${shelf('watchlist', 'list')} ${shelf('favorites', 'heart')}`}
    ${work === undefined ? '' : listMenu(words, work, marks.lists)} ${stars(words, shown, marks.rating)}
  </div>`;
}

/** The person's lists, each as a switch, and a link to create one. */
function listMenu(words: Words, work: string, lists: MarkedList[]): Html {
  const label = words.text('part_lists');
  const item = ({ id, name, media, has }: MarkedList) =>
    doButton(
      { what: `list ${id} ${media} ${has ? '0' : '1'}`, label: name, pressed: has, kind: 'act wide' },
      html`${has ? icon('check') : ''} <span dir="auto">${name}</span>`,
    );
  return html`<details class="pop">
    <summary class="${lists.some(({ has }) => has) ? 'act wide on' : 'act wide'}">
      ${icon('lists')} ${label}
    </summary>
    <span class="menu">
      ${lists.map(item)}
      <a class="button" href="/lists?work=${work}#new-list">${words.text('new_list')}</a>
    </span>
  </details>`;
}

/** The key of the film or series that a shelf contains for a work: for an episode, its series. */
function workOf(media: string): string | undefined {
  const [kind, first, season] = media.split(':');
  if (kind === 'movie' || kind === 'show') return media;
  return season === undefined ? undefined : `show:${String(first)}`;
}

/** Maximum length of a review in characters, as in API v1. */
const REVIEW = 10_000;

/** The person's review of a title, and its form. It must not be inside another form. */
export function reviewSection(words: Words, media: string, marks: MarkedTitle, back: string): Html {
  const { review, rating } = marks;
  const option = (value: number) =>
    html`<option value="${value}">${words.text('rating_of_ten', value)}</option>`;
  return html`<section class="details">
    ${
      review === undefined
        ? ''
        : html`<h2>${words.text('review')}</h2>
            <p class="written" dir="auto">${review}</p>`
    }
    <details>
      <summary>${words.text(review === undefined ? 'write_review' : 'edit_review')}</summary>
      <form method="post" action="/title">
        <input type="hidden" name="back" value="${back}" />
        <label
          >${words.text('review')}
          <textarea name="review" rows="5" maxlength="${REVIEW}" dir="auto">${review ?? ''}</textarea>
        </label>
        ${
          rating === undefined
            ? html`<label
                >${words.text('your_rating')}
                <select name="stars" required>
                  <option value=""></option>
                  ${TEN.map(option)}
                </select></label
              >`
            : ''
        }
        <button name="do" value="review ${media}">${words.text('save')}</button>
      </form>
    </details>
  </section>`;
}

const TEN = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
