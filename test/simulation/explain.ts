import type { Item } from '../../src/core/media/item';
import type { reduceSession } from '../../src/core/session/reducer';
import type { Update } from '../../src/core/session/session';
import type { Step } from './evening/step';
import { inTask } from './kernel/drain';
import { bundle } from './program/bundle';
import { loadProgram } from './program/program';
import { violationsOf } from './run-seeds';
import { createServices } from './tracker/tracker';

/** What each rule of the reducer means, for a person who reads a table of `npm run explain`. */
export const MEANINGS: Readonly<Record<string, string>> = {
  'not-ready': 'The page or its player is still loading.',
  'no-session': 'Nothing is watched yet. A title counts when it has been read twice, a second apart.',
  leaving: 'The page is left, or its player is gone.',
  'more-exact-text': 'The same medium plays on, and the page describes it more exactly.',
  'late-text': 'The medium began under the name of the title before it, and now has its own.',
  'early-text': 'The same medium plays on, and the page names another title: its own medium is awaited.',
  'other-title': 'The page names another title, and another medium plays.',
  'much-shorter': 'Something much shorter plays in place of the title: an advertisement.',
  'film-after-ad': 'Something much longer follows under the same name: what was short was an advertisement.',
  'next-ad': 'One more advertisement follows.',
  'ad-after-film': 'The film has been seen, and an advertisement plays again.',
  'longer-after-ad': 'After what may have been an advertisement, another medium plays under the same name.',
  'awaited-medium': 'The medium that was seen a moment ago plays on.',
  continuous: 'The position is where the last one leads: the same title plays on.',
  'other-ad': 'Two short media follow each other under one name: advertisements.',
  'other-medium': 'Another medium plays under the same name.',
  'from-the-beginning': 'The title was watched, and begins again.',
  seek: 'The same medium, at a position that only a seek explains.',
};

/** One line of the table, or more of the same joined. */
interface Row {
  from: string;
  to: string;
  readonly page: string;
  readonly medium: string;
  start: number | undefined;
  end: number | undefined;
  readonly rule: string;
  readonly watched: string;
  readonly skip: string;
  readonly stored: readonly string[];
}

/** Runs one evening, and prints why it was recorded as it was. True where nothing is wrong. */
export async function explainEvening(seed: number, steps: readonly Step[]): Promise<boolean> {
  const story = createStory();
  const program = loadProgram(await bundle(), story.watchReducer);
  const services = await createServices(program);
  const violations = await inTask(() => violationsOf({ program, services }, seed, steps, story.note));
  console.log(story.text());
  return violations.length === 0;
}

/** Collects what happens in an evening. */
export function createStory() {
  const lines: (string | Row)[] = [];
  const rules = new Set<string>();
  let now = '0.0';
  const look: typeof reduceSession = (before, observation, given) => {
    const after = reduce(before, observation, given);
    const row = rowOf(observation, after, now);
    rules.add(row.rule);
    const last = lines.at(-1);
    if (typeof last === 'object' && isSame(last, row)) Object.assign(last, { to: row.to, end: row.end });
    else lines.push(row);
    return after;
  };
  let reduce: typeof reduceSession;
  return {
    watchReducer: (name: string, module: object): object => {
      if (name !== 'shared:src/core/session/reducer.ts') return module;
      reduce = (module as { readonly reduceSession: typeof reduceSession }).reduceSession;
      return { ...module, reduceSession: look };
    },
    note: (text: string): void => {
      const [, time = now, rest = ''] = /^ *([\d.]+) s (.*)$/s.exec(text) ?? [];
      now = time;
      const told = toldOf(rest);
      if (told !== undefined) lines.push(`${time.padStart(9)} s  ${told}`);
    },
    text: (): string => {
      const meanings = [...rules].flatMap((rule) => (MEANINGS[rule] ? `  ${rule}: ${MEANINGS[rule]}` : []));
      return [
        HEAD,
        ...lines.map((line) => (typeof line === 'string' ? line : show(line))),
        '',
        ...meanings,
      ].join('\n');
    },
  };
}

const HEAD =
  '     from –      to  the page names | its medium | positions | rule | watched | why not | put in the queue';

/** Of all that is traced: what the person does, what the tracker is told, and what is wrong. */
function toldOf(text: string): string | undefined {
  if (text.startsWith('– ')) return `── ${text.slice(2)}`;
  if (text.startsWith('! ')) return `!! ${text.slice(2)}`;
  const [, body] = /^request \/scrobble (\{.*\})/.exec(text) ?? [];
  if (body === undefined) return undefined;
  const { progress, duration, ...media } = JSON.parse(body) as Record<string, unknown>;
  return `=> tracker: ${String(progress)} of ${String(duration)} s of ${JSON.stringify(media)}`;
}

type Observed = Parameters<typeof reduceSession>[1];

function rowOf(
  { reading, playback, leaving, gate }: Observed,
  after: ReturnType<typeof reduceSession>,
  now: string,
): Row {
  const { watch, updates, former, closed, wasAd, skip, rule = '' } = after;
  const ended = [
    ...(former ? [endOf(former.closed.item, former.wasAd), ...former.updates.map(placeOf)] : []),
    ...updates.map(placeOf),
    ...(closed ? [endOf(closed.item, wasAd)] : []),
  ];
  return {
    from: now,
    to: now,
    page: nameOf(reading?.item) + (leaving ? ', left' : ''),
    medium: playback ? `${Math.round(playback.duration)} s ${playback.source ?? ''}`.trim() : 'no player',
    start: playback?.position,
    end: playback?.position,
    rule,
    watched: `${nameOf(watch.session?.item)}${watch.phase === 'watching' ? '' : ` (${watch.phase})`}`,
    skip: skip ?? gate ?? '',
    stored: ended,
  };
}

function placeOf({ cause, position, duration, crossing }: Update): string {
  return `${cause} ${position} of ${duration} s${crossing ? ', watched' : ''}`;
}

function endOf(item: Item, wasAd: boolean | undefined): string {
  return wasAd ? `${nameOf(item)} was an advertisement, or another title` : `${nameOf(item)} has ended`;
}

function nameOf(item: Partial<Item> | undefined): string {
  if (item === undefined) return '–';
  const { title, seriesTitle, seasonNumber, episodeNumber } = item;
  return title ?? `${seriesTitle ?? '?'} ${seasonNumber ?? '?'}×${episodeNumber ?? '?'}`;
}

function isSame(a: Row, b: Row): boolean {
  const fields = ['page', 'medium', 'rule', 'watched', 'skip'] as const;
  return a.stored.length + b.stored.length === 0 && fields.every((field) => a[field] === b[field]);
}

function show({ from, to, page, medium, start, end, rule, watched, skip, stored }: Row): string {
  const second = (position: number | undefined) => position?.toFixed(1) ?? '–';
  const places = [...new Set([second(start), second(end)])].join('–');
  const cells = [page, medium, places, rule, watched, skip || '–', stored.join('; ') || '–'];
  return `${from.padStart(9)} – ${to.padStart(7)}  ${cells.join(' | ')}`;
}
