import type { Definition } from '../../src/protocol/definition/definition';
import { confirms, type Evidence } from './evidence';

/** The forty services with the largest audiences, in the order of `docs/sites.md`. */
const LARGEST = [
  'netflix youtube primevideo disneyplus jiohotstar hbomax iqcom youku wetv bilibili paramountplus',
  'hulu peacock appletv tubi crunchyroll viu zee5 sonyliv globoplay discoveryplus channel4 joyn',
  'bbciplayer ardmediathek jellyfin zdf rtlplus-de francetv raiplay rtveplay viki unext abema',
  'tving kinopoisk shahid viaplay plex seanime',
].flatMap((line) => line.split(' '));

const STATES = ['confirmed', 'unknown', 'contradicted'] as const;

type State = (typeof STATES)[number];

interface Row {
  readonly name: string;
  readonly state: State;
  /** The newest source that decides; of `unknown` the newest that agrees at all. */
  readonly by: Evidence | undefined;
}

/** The document with its table made anew, as of `day` or as of the day that it states. */
export function withLargest(document: string, definitions: readonly Definition[], day?: string): string {
  const [, before, stated = '', after] =
    /^([^]*<!-- largest )(\d{4}-\d\d-\d\d) -->[^]*(<!-- \/largest -->[^]*)$/.exec(document) ?? [];
  if (before === undefined || after === undefined) throw new Error('the marker <!-- largest --> is missing');
  const asOf = day ?? stated;
  return `${before}${asOf} -->\n${tableOf(definitions, asOf)}\n${after}`;
}

/** One line for each of the largest services, and how many are in which state. */
export function tableOf(definitions: readonly Definition[], day: string): string {
  const rows = LARGEST.flatMap((id) => {
    const definition = definitions.find((one) => one.id === id);
    return definition === undefined ? [] : [rowOf(definition, sixMonthsBefore(day))];
  });
  const count = (state: State) => rows.filter((row) => row.state === state).length;
  const counts = STATES.map((state) => `${count(state)} ${state}`).join(', ');
  return [
    `As of ${day}: ${counts}.`,
    '',
    '| Site | State | Newest source | Its date | What it speaks of |',
    '|---|---|---|---|---|',
    ...rows.map(({ name, state, by }) =>
      by === undefined
        ? `| ${name} | ${state} | – | – | – |`
        : `| ${name} | ${state} | [${labelOf(by)}](${by.source}) | ${by.date} | ${wordsOf(by)} |`,
    ),
  ].join('\n');
}

/** Confirmed by a source not older than `since`; contradicted by any source that reads another place. */
function rowOf({ name, evidence = [] }: Definition, since: string): Row {
  const newest = (evidence as readonly Evidence[]).toSorted((a, b) => (a.date < b.date ? 1 : -1));
  const differing = newest.find(({ differs = [] }) => differs.length > 0);
  if (differing !== undefined) return { name, state: 'contradicted', by: differing };
  const by = newest.find(confirms);
  return { name, state: by !== undefined && by.date >= since ? 'confirmed' : 'unknown', by };
}

/** A month counts as its first day, so that all of it is within the six months. */
function sixMonthsBefore(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 6, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 7, Math.min(date, last))).toISOString().slice(0, 10);
}

function labelOf({ source, kind }: Evidence): string {
  const { hostname, pathname } = new URL(source);
  const [, owner = '', name = ''] = pathname.split('/');
  return `${hostname === 'github.com' ? `${owner}/${name}` : hostname}, ${kind}`;
}

function wordsOf({ fields, says = [], differs = [] }: Evidence): string {
  const words = [...differs, ...says].slice(0, 4).map((word) => `\`${word.replaceAll('|', '')}\``);
  return [fields.join(', '), ...(words.length > 0 ? [words.join(' ')] : [])].join(': ');
}
