import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Title } from '../catalogue/catalogue';
import type { Env, Service } from '../http/environment';
import { moveLimit, type Move } from '../store/removed-viewings';
import type { MediaIds } from '../../core/library/media-key';
import type { SessionRow } from '../store/sessions';
import type { Words } from '../texts/words';
import { choiceList, findTitles, idsOf, searchFields, wantedIn, type WantedTitle } from './add-viewing';
import { field } from './form-field';
import type { Html } from './layout';
import { withDone } from './notices';
import { wordsOf } from './words-of';

/** The search for the right title of a viewing, which begins with the one it has. */
export async function wrongTitleSection(c: Context<Env>, service: Service, row: SessionRow): Promise<Html> {
  const words = wordsOf(c);
  const asked = wantedIn(c.req.query());
  const wanted = asked.title === '' ? wantedOf(row) : asked;
  const found = wanted.title === '' ? [] : await findTitles(service, wanted, words.language);
  return html`<section aria-labelledby="wrong">
    <h2 id="wrong">${words.text('wrong_title')}</h2>
    <form class="panel filters" method="get" action="/history/entry/${row.id}#wrong">
      ${searchFields(words, wanted)}
    </form>
    ${
      found.length === 0
        ? html`<p role="status">${words.text('no_results')}</p>`
        : chooseForm(words, row, { wanted, found })
    }
  </section>`;
}

function wantedOf({ type, title, seasonNumber, episodeNumber }: SessionRow): WantedTitle {
  return {
    type,
    title: title ?? '',
    season: seasonNumber === null ? '' : String(seasonNumber),
    episode: episodeNumber === null ? '' : String(episodeNumber),
  };
}

type TitleSearch = Readonly<{
  wanted: WantedTitle;
  found: readonly Title[];
}>;

function chooseForm(words: Words, row: SessionRow, { wanted, found }: TitleSearch): Html {
  const isSeries = row.type === 'episode' && row.tmdbId !== null && wanted.type === 'episode';
  const scope = isSeries
    ? html`<fieldset class="scope">
        <label class="choice"
          ><input type="radio" name="scope" value="one" checked /> ${words.text('only_this_one')}</label
        >
        <label class="choice"
          ><input type="radio" name="scope" value="series" /> ${words.text('all_of_series')}</label
        >
      </fieldset>`
    : '';
  return html`<form class="panel" method="post" action="/history/entry/${row.id}/title">
    ${choiceList(words, wanted, found)} ${scope}
    <button>${words.text('save')}</button>
  </form>`;
}

/** Fields: those of the search, `work`, and `scope`: `series` moves all viewings of the series. */
export async function moveToTitle(c: Context<Env>, service: Service, row: SessionRow): Promise<Response> {
  const form = await c.req.parseBody();
  const wanted = wantedIn(form);
  const found = wanted.title === '' ? [] : await findTitles(service, wanted, wordsOf(c).language);
  const title = found.find(({ tmdbId }) => String(tmdbId) === field(form, 'work'));
  const here = `/history/entry/${row.id}`;
  if (title === undefined) return c.redirect(withDone(here, { done: 'choose_title' }), 303);
  const userId = c.get('user').id;
  const moves =
    field(form, 'scope') === 'series' && row.tmdbId !== null && title.type === 'episode'
      ? await movesOfSeries(service, userId, row.tmdbId, title.tmdbId)
      : [{ id: row.id, to: idsOf(title) }];
  const { moved, count } = await service.store.movedViewings.move(userId, moves);
  return c.redirect(withDone(here, { done: 'moved_count', count, undo: `moved~${moved}` }), 303);
}

/** Each viewing keeps season and number. */
async function movesOfSeries({ store }: Service, userId: string, from: number, to: number): Promise<Move[]> {
  const filter = { works: [`show:${String(from)}`], zone: 'UTC' };
  const rows = await store.findViewings.find(userId, filter, { limit: moveLimit });
  return rows.map((row) => ({ id: row.id, to: inSeries(row, to) }));
}

function inSeries({ seasonNumber, episodeNumber }: SessionRow, tmdbId: number): MediaIds {
  return { type: 'episode', tmdbId, seasonNumber: seasonNumber ?? 1, episodeNumber: episodeNumber ?? 1 };
}
