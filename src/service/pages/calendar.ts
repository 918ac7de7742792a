import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { WidgetItem } from '../../protocol/tracker/widgets';
import { readIsoDay, toIsoDay } from '../../core/library/zoned-time';
import { originOf, type Env, type Service } from '../http/environment';
import type { Reader } from '../library/media-records';
import { upcomingEpisodes, upcomingFilms } from '../library/widgets';
import { languageFor, wordsIn, type Words } from '../texts/words';
import { layout, show, showSentence, type Html, wordsOf } from './layout';
import { requireUser } from './signed-in';

/**
 * The iCalendar file that calendar programs request. The name of the file is a public key (`pk_…`), which can
 * only read.
 */
const FEED_PATH = '/feed/:file{pk_[\\w-]{1,190}\\.ics}';

/** The page shows up to 40 episodes and 40 films. */
const PART = { limit: 40, offset: 0, isMinimal: false };

/**
 * `/calendar` shows upcoming episodes of the person's series, and films of the next weeks. `/feed/…` offers
 * the same as iCalendar.
 */
export function calendarPages(service: Service) {
  return new Hono<Env>()
    .use('/calendar', requireUser(service))
    .get('/calendar', (c) => showCalendar(c, service))
    .post('/calendar', async (c) => {
      const key = await service.store.keys.create(c.get('user').id, 'pk', wordsOf(c).text('view_calendar'));
      return showCalendar(c, service, `${originOf(c, service)}/feed/${key}.ics`);
    })
    .get(FEED_PATH, (c) => answerFeed(c, service, c.req.param('file').slice(0, -'.ics'.length)));
}

async function showCalendar(c: Context<Env>, service: Service, address?: string): Promise<Response> {
  const words = wordsOf(c);
  const reader = { userId: c.get('user').id, origin: '', words };
  const episodes = await upcomingEpisodes(service, reader, PART);
  const films = await upcomingFilms(service, reader, PART);
  const main = html`${address === undefined ? '' : newAddress(words, address)}
    ${section(words, 'upcoming_episodes', episodes.items)} ${section(words, 'upcoming_films', films.items)}
    <section aria-labelledby="feed">
      <h2 id="feed">${words.text('calendar_feed')}</h2>
      <form class="panel" method="post" action="/calendar">
        <p>${words.text('calendar_feed_about')}</p>
        <button class="quiet">${words.text('create_address')}</button>
      </form>
    </section>`;
  return show(c, layout(c, words.text('view_calendar'), main));
}

function newAddress(words: Words, address: string): Html {
  return html`<section class="notice good">
    <p role="status">${words.text('copy_address')}</p>
    <pre class="secret">${address}</pre>
  </section>`;
}

function section(words: Words, heading: 'upcoming_episodes' | 'upcoming_films', items: WidgetItem[]): Html {
  const row = ({ title, subtitle, url, airDate, art }: WidgetItem) => {
    const day = readIsoDay(airDate ?? '');
    const poster = art?.poster;
    const shown = day === undefined ? '' : words.format.shortDay(day);
    return html`<li class="viewing">
      ${poster === undefined ? '' : html`<img src="${poster}" alt="" width="48" height="72" />`}
      <span class="names">
        <a href="${url ?? ''}" dir="auto">${title ?? ''}</a>
        <span class="soft" dir="auto">${subtitle ?? ''}</span>
      </span>
      ${day === undefined ? '' : html`<time class="when" datetime="${toIsoDay(day)}">${shown}</time>`}
    </li>`;
  };
  return html`<section aria-labelledby="${heading}">
    <h2 id="${heading}">${words.text(heading)}</h2>
    ${
      items.length === 0
        ? html`<p class="soft">${words.text('nothing_here')}</p>`
        : html`<ul class="rows">
            ${items.map(row)}
          </ul>`
    }
  </section>`;
}

async function answerFeed(c: Context<Env>, service: Service, key: string): Promise<Response> {
  const found = await service.store.keys.find(key);
  if (found?.kind !== 'pk') return showSentence(c, 'not_found', 'no_page', 404);
  const chosen = await service.store.preferences.languageOf(found.userId);
  const words = wordsIn(languageFor(chosen, c.req.header('accept-language')), 'UTC');
  const reader: Reader = { userId: found.userId, origin: originOf(c, service), words };
  const { items } = await upcomingEpisodes(service, reader, PART);
  return c.body(toFeed(items, service.now()), 200, { 'Content-Type': 'text/calendar; charset=utf-8' });
}

/** An iCalendar (RFC 5545) with an all-day event for each entry. `now` is in milliseconds since 1970. */
function toFeed(items: WidgetItem[], now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const lines = items.flatMap((item) => {
    const day = readIsoDay(item.airDate ?? '');
    if (day === undefined) return [];
    const name = [item.title, item.subtitle].filter((part) => part !== undefined && part !== '').join(' ');
    return [
      'BEGIN:VEVENT',
      `UID:${item.url ?? name}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${toIsoDay(day).replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${toIsoDay(day + 1).replaceAll('-', '')}`,
      `SUMMARY:${escaped(name)}`,
      ...(item.url === undefined ? [] : [`URL:${item.url}`]),
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ];
  });
  const all = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Matinee//EN',
    'NAME:Matinee',
    ...lines,
    'END:VCALENDAR',
  ];
  return all.map((line) => `${folded(line)}\r\n`).join('');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');
}

/** Splits a line after at most 75 bytes, as RFC 5545 demands. A continuation begins with a space. */
function folded(line: string): string {
  const parts = [''];
  for (const sign of line) {
    const last = parts.at(-1) ?? '';
    if (Buffer.byteLength(last + sign) > 74) parts.push(` ${sign}`);
    else parts[parts.length - 1] = last + sign;
  }
  return parts.join('\r\n');
}
