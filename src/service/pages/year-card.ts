import { html, raw } from 'hono/html';
import type { YearStatistics } from '../../protocol/tracker/statistics';
import { readIsoDay } from '../../core/library/zoned-time';
import type { Service } from '../http/environment';
import type { Words } from '../texts/words';
import { drawCover } from './cover';
import type { Html } from './layout';

const WIDTH = 1080;
const HEIGHT = 1350;
const MARGIN = 72;
const COVERS = 4;
const COVER_GAP = 24;
const COVER_WIDTH = (WIDTH - 2 * MARGIN - COVER_GAP * (COVERS - 1)) / COVERS;
const COVER_TOP = 660;
const BARS_TOP = 1100;
const BARS_HEIGHT = 130;

const PAPER = '#14100e';
const INK = '#f6ecdf';
const MUTED = '#b9a898';
const BEAM = '#f4b04e';
const SERIF = 'Iowan Old Style, Palatino Linotype, Palatino, Noto Serif, Georgia, serif';
const SANS = 'system-ui, Segoe UI, Noto Sans, sans-serif';

/** A year as one picture to share: the sums, the titles that took the most time, and the months. */
export async function drawYearCard(
  service: Service,
  words: Words,
  statistics: YearStatistics,
): Promise<Html> {
  const { year, total, months, top } = statistics;
  const covers = await Promise.all(
    top.slice(0, COVERS).map((one, index) => coverOf(service, words, one, index)),
  );
  const sums = [
    [words.format.number(total.films), words.text('films')],
    [words.format.number(total.episodes), words.text('episodes')],
    [words.format.number(statistics.days), words.text('days_with_viewings')],
  ] as const;
  const hours = words.format.length(Math.round(total.seconds / 3600) * 3600);
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">
    <title>${words.text('statistics_of', String(year))}</title>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}" />
    <path d="M${WIDTH} 0H620L${WIDTH} 560Z" fill="${BEAM}" opacity=".16" />
    ${line(String(year), { y: 230, size: 190, fill: BEAM, font: SERIF })}
    ${line(hours, { y: 380, size: 96, font: SERIF })}
    ${line(words.text('time_watched'), { y: 436, size: 34, fill: MUTED })}
    ${sums.map(([value, name], index) => sum(value, name, index))} ${covers}
    ${months.map((month, index) => bar(words, months, month, index))}
    ${line('Matinee', { y: HEIGHT - 36, size: 30, fill: MUTED, font: SERIF })}
  </svg>`;
}

type TextStyle = Readonly<{
  x?: number;
  y: number;
  size: number;
  fill?: string;
  font?: string;
  anchor?: 'start' | 'middle';
}>;

function line(
  content: string,
  { x = MARGIN, y, size, fill = INK, font = SANS, anchor = 'start' }: TextStyle,
): Html {
  const weight = font === SERIF ? 700 : 400;
  return html`<text
    x="${x}"
    y="${y}"
    font-size="${size}"
    fill="${fill}"
    font-family="${font}"
    font-weight="${weight}"
    text-anchor="${anchor}"
  >
    ${content}
  </text>`;
}

function sum(value: string, name: string, index: number): Html {
  const x = MARGIN + index * ((WIDTH - 2 * MARGIN) / 3);
  return html`${line(value, { x, y: 548, size: 64, font: SERIF })}
  ${line(name, { x, y: 594, size: 26, fill: MUTED })}`;
}

type Top = YearStatistics['top'][number];

/**
 * A title of the card with its poster. The picture is embedded, because an SVG shown as a picture cannot load
 * another one.
 */
async function coverOf(
  service: Service,
  words: Words,
  { media, seconds }: Top,
  index: number,
): Promise<Html> {
  const x = MARGIN + index * (COVER_WIDTH + COVER_GAP);
  const height = COVER_WIDTH * 1.5;
  const id = media.tmdbId ?? 0;
  const picture = await service.pictures(`${media.type === 'movie' ? 'movie' : 'tv'}/${String(id)}`);
  const drawn =
    picture === undefined
      ? html`<svg x="${x}" y="${COVER_TOP}" width="${COVER_WIDTH}" height="${height}">
          ${raw(String(await drawCover({ id, title: media.title ?? '', year: media.year ?? undefined })))}
        </svg>`
      : html`<image
          x="${x}"
          y="${COVER_TOP}"
          width="${COVER_WIDTH}"
          height="${height}"
          preserveAspectRatio="xMidYMid slice"
          href="data:${picture.type};base64,${Buffer.from(picture.bytes).toString('base64')}"
        />`;
  const label = words.format.length(seconds);
  return html`${drawn} ${line(label, { x, y: COVER_TOP + height + 40, size: 26, fill: MUTED })}`;
}

/** The text under a bar. */
const LABEL = { y: BARS_TOP + BARS_HEIGHT + 36, size: 24, fill: MUTED, anchor: 'middle' } as const;

function bar(
  words: Words,
  months: YearStatistics['months'],
  { month, seconds }: YearStatistics['months'][number],
  index: number,
): Html {
  const most = Math.max(1, ...months.map((one) => one.seconds));
  const step = (WIDTH - 2 * MARGIN) / months.length;
  const height = Math.round((seconds / most) * BARS_HEIGHT);
  const x = MARGIN + index * step;
  const initial = words.format.monthInitial(readIsoDay(`${month}-01`) ?? 0);
  return html`<rect
      x="${Math.round(x + step * 0.15)}"
      y="${BARS_TOP + BARS_HEIGHT - height}"
      width="${Math.round(step * 0.7)}"
      height="${Math.max(4, height)}"
      rx="6"
      fill="${BEAM}"
    />
    ${line(initial, { ...LABEL, x: x + step / 2 })}`;
}
