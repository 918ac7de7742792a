import type { Context } from 'hono';
import { html } from 'hono/html';
import type { MediaItem } from '../../protocol/tracker/media-item';
import type { Env, Service } from '../http/environment';
import { toMediaItems, type ItemRow } from '../library/media-item';
import type { Words } from '../texts/words';
import { icon } from './asset-routes';
import { type Html, wordsOf } from './layout';
import { pathHere } from './forms';
import { posterLink } from './title-parts';
import { doButton, rateMenu, watchedButton } from './title-forms';

/** A film, a series or an episode in a shelf or list, with what the person has done with it. */
export type KeptEntry = Readonly<{
  /** The media key in the store. */
  media: string;
  item: MediaItem;
  name: string;
  isWatched: boolean;
  rating: number | undefined;
  note: string | null;
}>;

/** Adds names, ratings and ticks to the rows of a shelf or a list. */
export async function entriesOf(
  c: Context<Env>,
  service: Service,
  rows: (ItemRow & Readonly<{ notes: string | null }>)[],
): Promise<KeptEntry[]> {
  const userId = c.get('user').id;
  const items = await toMediaItems(service, rows, { userId, origin: '', words: wordsOf(c) });
  const keys = rows.map(({ media }) => media);
  const [ratings, watched] = await Promise.all([
    service.store.ratings.gradesOf(userId, keys),
    service.store.watchedTitles.among(userId, keys),
  ]);
  return rows.flatMap(({ media, notes }, index) => {
    const item = items[index];
    if (item === undefined) return [];
    const name = [item.title, item.subtitle].filter((part) => part !== undefined).join(' ');
    return [{ media, item, name, note: notes, isWatched: watched.has(media), rating: ratings.get(media) }];
  });
}

type WallOptions = Readonly<{
  /**
   * `strip`: a scrolling row without buttons. `wall`: all posters. `rows`: rows whose order can be changed.
   */
  kind: 'strip' | 'wall' | 'rows';
  label: string;
  /** The verb of `POST /title` that removes an entry. */
  remove?: ((media: string) => string) | undefined;
  places?: Places | undefined;
}>;

type Places = Readonly<{
  list: string;
  /** Position of the first row in the list, from 0. */
  first: number;
  count: number;
}>;

export function posterWall(c: Context<Env>, entries: KeptEntry[], options: WallOptions): Html {
  const words = wordsOf(c);
  const { kind, label, places } = options;
  const back = html`<input type="hidden" name="back" value="${pathHere(c)}" />`;
  if (places !== undefined)
    return html`<ol class="rows">
      ${entries.map((entry, index) =>
        placeRow(words, entry, { ...places, first: places.first + index }, back),
      )}
    </ol>`;
  return html`<form method="post" action="/title">
    ${back}
    <ul class="${kind}" aria-label="${label}" ${kind === 'strip' ? html`tabindex="0"` : ''}>
      ${entries.map((entry) => card(words, entry, options))}
    </ul>
  </form>`;
}

function card(words: Words, entry: KeptEntry, { kind, remove }: WallOptions): Html {
  const { media, item, name, note } = entry;
  const shown = { media, name, anchor: anchorOf(media) };
  return html`<li class="card" id="${shown.anchor}">
    ${posterLink(item.url ?? '', item.title ?? '', picture(item, 120))}
    <span class="soft" dir="auto">${item.subtitle ?? ''}</span>
    ${note === null || note === '' ? '' : html`<q dir="auto">${note}</q>`}
    ${kind === 'strip' ? '' : html`<span class="acts">${acts(words, entry, shown, remove)}</span>`}
  </li>`;
}

function acts(
  words: Words,
  { media, name, isWatched, rating }: KeptEntry,
  shown: Readonly<{ media: string; name: string; anchor: string }>,
  remove: WallOptions['remove'],
): Html {
  const isShow = media.startsWith('show:');
  return html`${isShow ? '' : watchedButton(words, shown, isWatched)} ${rateMenu(words, shown, rating)}
  ${
    remove === undefined
      ? ''
      : doButton({ what: remove(media), label: words.text('remove_title', name) }, icon('cross'))
  }`;
}

/** A row with its note. It can be moved up or down by one. `first` is the position of this row. */
function placeRow(words: Words, entry: KeptEntry, { list, first, count }: Places, back: Html): Html {
  const { media, item, name, note } = entry;
  const anchor = anchorOf(media);
  const move = (to: number, face: 'earlier' | 'later', key: 'move_up' | 'move_down') =>
    to < 0 || to >= count
      ? ''
      : doButton(
          { what: `place ${list} ${media} ${String(to)}`, label: words.text(key, name), anchor },
          icon(face),
        );
  return html`<li class="viewing stacked" id="${anchor}">
    ${picture(item, 48)}
    <span class="names">
      <a href="${item.url ?? ''}" dir="auto">${item.title ?? ''}</a>
      <span class="soft" dir="auto">${item.subtitle ?? ''}</span>
    </span>
    <form class="acts" method="post" action="/lists/${list}/note">
      ${back}
      <input type="hidden" name="work" value="${media}" />
      ${move(first - 1, 'earlier', 'move_up')} ${move(first + 1, 'later', 'move_down')}
      <details ${note === null ? '' : html`open`}>
        <summary>${words.text('note')}</summary>
        <textarea
          name="note"
          rows="2"
          maxlength="2000"
          dir="auto"
          aria-label="${words.text('note_on', name)}"
        >
${note ?? ''}</textarea>
        <button class="quiet small">${words.text('save')}</button>
      </details>
    </form>
  </li>`;
}

function anchorOf(media: string): string {
  return `m-${media.replaceAll(':', '-')}`;
}

function picture({ art }: MediaItem, width: number): Html | '' {
  if (art?.poster === undefined) return '';
  return html`<img src="${art.poster}" alt="" width="${width}" height="${width * 1.5}" loading="lazy" />`;
}

/** Maximum number of posters on one page. */
export const PAGE_SIZE = 60;

/** The offset of the page in the query; `page` counts from 1. */
export function offsetIn(c: Context<Env>): number {
  const page = c.req.query('page') ?? '';
  return /^[1-9]\d{0,3}$/.test(page) ? (Number(page) - 1) * PAGE_SIZE : 0;
}

export function moreLink(c: Context<Env>, count: number, offset: number): Html | '' {
  if (offset + PAGE_SIZE >= count) return '';
  const url = new URL(pathHere(c), 'http://localhost');
  url.searchParams.set('page', String(offset / PAGE_SIZE + 2));
  return html`<p class="actions">
    <a class="button" href="${url.pathname + url.search}">${wordsOf(c).text('show_more')}</a>
  </p>`;
}
