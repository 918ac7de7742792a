import { html } from 'hono/html';
import type { Html } from './layout';
import { Hono } from 'hono';
import { builtInTitle } from '../catalogue/built-in/data';
import { allowExtensions, together } from '../http/request-steps';
import type { Env, Service } from '../http/environment';
import { isPosterMac } from '../secrets/secret';

/** The work for which a cover is drawn. */
export type Cover = Readonly<{
  /** Id of the work. It decides colours and motif, so that a work always looks the same. */
  id: number;
  /** The title; empty if nobody has asked for the work. */
  title: string;
  year?: number | undefined;
}>;

/** Colours of a cover: background, motif and text. */
const PALETTES = [
  ['#7a1022', '#e4572e', '#fff4e2'],
  ['#12324a', '#e9b44c', '#fdf6e3'],
  ['#20453b', '#e07a5f', '#f4f1de'],
  ['#3b1f4e', '#f26a8d', '#fff0f3'],
  ['#e9d8a6', '#9b2226', '#1f1a17'],
  ['#1d1d2b', '#f7b801', '#fdfaf1'],
  ['#0b525b', '#f4a261', '#fefae0'],
  ['#f2cc8f', '#3d405b', '#26201c'],
  ['#4a2c1a', '#e9c46a', '#fff7e8'],
  ['#274060', '#ff8c61', '#f7fbff'],
  ['#d8e2dc', '#b5374a', '#22262b'],
  ['#14281d', '#9ccc65', '#f4fbe9'],
  ['#5b1a4b', '#ffc857', '#fff6ee'],
  ['#c9502c', '#2b1b17', '#fff3e6'],
  ['#2f3e46', '#cad2c5', '#fbfdf9'],
] as const;

/** Motifs, drawn behind the title in the second colour. The lower half stays free for the text. */
const MOTIFS: ((colour: string) => Html)[] = [
  // A sun.
  (colour) => html`<circle cx="148" cy="74" r="58" fill="${colour}" />`,
  // The beam of a projector.
  (colour) => html`<path d="M0 40L200 -30V130Z" fill="${colour}" opacity=".85" />`,
  // Curtains.
  (colour) =>
    html`<g fill="${colour}">
      ${[0, 1, 2, 3, 4].map(
        (index) => html`<rect x="${index * 44}" width="22" height="${118 - index * 18}" />`,
      )}
    </g>`,
  // Rings.
  (colour) =>
    html`<g fill="none" stroke="${colour}" stroke-width="9">
      ${[22, 46, 70, 94].map((radius) => html`<circle cx="36" cy="40" r="${radius}" />`)}
    </g>`,
  // Hills.
  (colour) => html`<path d="M0 128C40 60 76 60 104 104S166 20 200 62V0H0Z" fill="${colour}" />`,
  // Squares of film.
  (colour) =>
    html`<g fill="${colour}">
      ${[0, 1, 2, 3, 4, 5].map(
        (index) =>
          html`<rect
            x="${20 + (index % 3) * 56}"
            y="${24 + Math.floor(index / 3) * 52}"
            width="46"
            height="42"
            rx="5"
          />`,
      )}
    </g>`,
];

const WIDTH = 200;

const HEIGHT = 300;

const MARGIN = 16;

const FOOT = 276;

/** A cover with the title as type, for works without a poster. */
export function drawCover({ id, title, year }: Cover): Html {
  const mixed = Math.imul(id, 2_654_435_761) >>> 0;
  const [ground, second, ink] = PALETTES[Math.floor((mixed / 2 ** 32) * PALETTES.length)] ?? PALETTES[0];
  const motif = MOTIFS[(mixed >>> 7) % MOTIFS.length] ?? MOTIFS[0];
  const isRightToLeft = /[\u0590-\u08ff]/u.test(title);
  const { lines, size } = fit(title);
  const x = isRightToLeft ? WIDTH - MARGIN : MARGIN;
  const first = FOOT - 26 - (lines.length - 1) * size * LEADING;
  const line = (text: string, index: number) =>
    html`<text x="${x}" y="${Math.round(first + index * size * LEADING)}">${text}</text>`;
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    aria-label="${title}"
  >
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${ground}" />
    ${motif?.(second) ?? ''}
    <g
      fill="${ink}"
      font-family="Iowan Old Style, Palatino Linotype, Palatino, Noto Serif, Georgia, serif"
      font-weight="700"
      font-size="${size}"
      ${isRightToLeft ? html`direction="rtl"` : ''}
    >
      ${lines.map(line)}
    </g>
    <rect x="${MARGIN}" y="${FOOT - 14}" width="24" height="3" fill="${second}" />
    <text
      x="${WIDTH - MARGIN}"
      y="${FOOT - 6}"
      fill="${ink}"
      font-family="system-ui, sans-serif"
      font-size="13"
      text-anchor="end"
    >
      ${year ?? ''}
    </text>
  </svg>`;
}

/** Line height, as a multiple of the type size. */
const LEADING = 1.12;

/** Type sizes, the largest first. */
const SIZES = [40, 34, 29, 25, 21, 18, 15];

/** Height that the lines may take. */
const ROOM = 190;

/**
 * Breaks a title into lines at the largest type size in which it fits. A title that is too long for every
 * size is cut off.
 */
function fit(title: string): Readonly<{ lines: string[]; size: number }> {
  for (const size of SIZES) {
    const lines = wrap(title, (WIDTH - 2 * MARGIN) / size);
    if (lines !== undefined && lines.length * size * LEADING <= ROOM) return { lines, size };
  }
  const size = SIZES.at(-1) ?? 15;
  const most = Math.floor(ROOM / (size * LEADING));
  const cut = Array.from(title)
    .slice(0, Math.floor(((WIDTH - 2 * MARGIN) / size) * most))
    .join('');
  return { lines: (wrap(`${cut}…`, 1000) ?? []).slice(0, most), size };
}

/**
 * Breaks a title into lines. `room`: line width in units of the type size. `undefined`: a word is wider than
 * that.
 */
function wrap(title: string, room: number): string[] | undefined {
  const lines: string[] = [];
  for (const word of wordsOf(title)) {
    if (widthOf(word) > room) return undefined;
    const last = lines.at(-1);
    const joined = last === undefined ? word : last + (isWide(word) ? '' : ' ') + word;
    if (last !== undefined && widthOf(joined) <= room) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

/** The words of a title. Scripts without spaces may break between any two characters. */
function wordsOf(title: string): string[] {
  return title
    .split(/\s+/)
    .filter((word) => word !== '')
    .flatMap((word) => (isWide(word) ? Array.from(word) : [word]));
}

function isWide(text: string): boolean {
  return /[\u3000-\u9fff\uac00-\ud7af\uf900-\ufaff]/u.test(text);
}

function widthOf(text: string): number {
  return Array.from(text).reduce((sum, sign) => sum + (isWide(sign) ? 1 : widthOfSign(sign)), 0);
}

function widthOfSign(sign: string): number {
  if (/[il.,:;'’!|I]/.test(sign)) return 0.38;
  return /[A-ZМЖШЩW0-9&@m]/u.test(sign) ? 0.86 : 0.64;
}

/**
 * `/poster/…?k=…`: the poster from the film database or, if there is none, a drawn cover. The route is
 * public. `k` is a signature that only this tracker can make. Without a valid one, a cover is drawn and
 * nothing is looked up, so a stranger cannot find out which works people here have looked up. Extensions may
 * read posters without access to this host.
 */
export function posterRoute({ pictures, store }: Service) {
  const posters = new Hono<Env>().use(PATH, together(allowExtensions()));
  return posters.get(PATH, async (c) => {
    const tmdbId = Number.parseInt(c.req.param('file'), 10);
    const kind = c.req.param('kind') === 'movie' ? 'movie' : 'show';
    const isOurs = isPosterMac(`${kind}/${String(tmdbId)}`, c.req.query('k') ?? '');
    const picture = isOurs
      ? await pictures(`${kind === 'movie' ? 'movie' : 'tv'}/${String(tmdbId)}`)
      : undefined;
    if (picture !== undefined) return c.body(picture.bytes, 200, headersOf(picture.type, WEEK_SECONDS));
    const known = isOurs ? await store.media.nameOfWork(kind, tmdbId) : undefined;
    const name = known ?? { title: builtInTitle(kind, tmdbId) ?? '' };
    // Works that nobody has asked for look the same for every id.
    const svg = await drawCover({ id: name.title === '' ? 0 : tmdbId, ...name });
    return c.body(svg.toString(), 200, headersOf('image/svg+xml; charset=utf-8', HOUR_SECONDS));
  });
}

const PATH = '/poster/:kind{movie|show}/:file{[0-9]+}';

/** Seconds for which browsers cache a picture. */
const WEEK_SECONDS = 7 * 24 * 3600;

/** Seconds for which browsers cache a drawn cover: the work may get a poster later. */
const HOUR_SECONDS = 3600;

function headersOf(type: string, seconds: number): Record<string, string> {
  return {
    'Content-Type': type,
    'Cache-Control': `public, max-age=${String(seconds)}`,
  };
}
