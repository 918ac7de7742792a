import { isReadable, type Item } from '../../core/media/item';
import type { PageDefinition, Source } from '../../protocol/definition';
import { readGate, type PlayerGate } from '../player/read-gate';
import { textOf } from './clean-text';
import type { ReadContext } from './context';
import { forgetUnless } from './memory';
import { readAll, readSources } from './read-source';
import { toItem } from './to-item';

export interface Reading {
  readonly item: Partial<Item>;
  /** Changes when another title plays, at most 2,000 characters; empty when nothing is being watched here. */
  readonly identity: string;
  /** 1 when the connector's own sources gave the item, less when structured data of the page did; 0 for none. */
  readonly confidence: number;
  /** Something plays here, and the connector's own sources do not name it. */
  readonly degraded: boolean;
  /** Fields that an item of this type needs and none of the connector's sources gave. */
  readonly missing: readonly string[];
  /** Why this is not the title itself; `closed`: this address is no proof that anything is being watched. */
  readonly gate: PlayerGate | 'closed' | undefined;
}

/** What identifies what plays, beside its name: the caller tells it from the video. */
export interface PlayingMedia {
  /** Seconds; 0 while unknown. */
  readonly duration: number;
  /** Changes when the player loads something else. */
  readonly source: string;
}

/**
 * Reads one page: its values, what gates it, what identifies the title, then the item. Values join `context.values`.
 * Without endpoints and page-world sources nothing is awaited but promises that are settled already. While an
 * advertisement plays nothing is read or forgotten: its duration would pass for another title. After a wait the caller
 * compares the address before it believes.
 */
export async function readPage(
  page: PageDefinition,
  context: ReadContext,
  media?: PlayingMedia,
): Promise<Reading> {
  const { memory } = context;
  const groups = { ...context.values };
  const names = Object.keys(groups).filter((name) => !name.startsWith('$'));
  memory.fresh.clear();
  let id: unknown;
  let gate: Reading['gate'];
  do {
    await readValues(page, groups, context);
    gate = await readGate(page.player ?? {}, context);
    if (gate === 'ad') return nothing(gate);
    if (!(await readAll(page.gate, 'gate', context))) gate = 'closed';
    // A value that takes the place of a group of the address tells titles apart as the group would.
    id = [page.kind, names.map((name) => [name, context.values[name]]), await readMarks(page, context)];
    // What belonged to the title before may have been used above: once more without it.
  } while (forgetUnless(memory, JSON.stringify([id, media && [media.source, Math.round(media.duration)]])));
  if (gate === 'closed') return nothing(gate);

  const own = await readOwnItem(page, context);
  const generic = isReadable(own) || page.generic === false ? undefined : await context.readGeneric(context);
  const fallback = generic !== undefined && isReadable(generic.item) ? generic : undefined;
  const item = fallback?.item ?? own;
  const numbers = [
    item.type,
    item.title,
    item.seriesTitle,
    item.seasonNumber,
    item.episodeNumber,
    item.episodeTitle,
  ];
  const isPlaying = gate === undefined && (media !== undefined || page.player?.inFrame === true);
  return {
    gate,
    item,
    identity: JSON.stringify([context.definition.id, id, numbers], shorten).slice(0, 2_000),
    confidence: isReadable(own) ? 1 : (fallback?.confidence ?? 0),
    degraded: isPlaying && !isReadable(own),
    missing: missingFields(page, own),
  };
}

function nothing(gate: Reading['gate']): Reading {
  return { gate, item: {}, identity: '', confidence: 0, degraded: false, missing: [] };
}

async function readValues(
  page: PageDefinition,
  groups: Readonly<Record<string, string>>,
  context: ReadContext,
): Promise<void> {
  for (const name of Object.keys(context.values))
    if (!Object.hasOwn(groups, name)) delete context.values[name];
  Object.assign(context.values, groups);
  for (const [name, sources] of Object.entries(page.values ?? {})) {
    const value = textOf(await readSources(sources, `values.${name}`, context));
    if (value !== undefined) context.values[name] = value;
  }
}

async function readMarks(page: PageDefinition, context: ReadContext): Promise<string[]> {
  const marks: string[] = [];
  for (const [index, source] of (page.identity ?? []).entries()) {
    marks.push(textOf(await readSources([source], `identity.${index}`, context)) ?? '');
  }
  return marks;
}

/** A value that was remembered goes when another one that was remembered with it reads differently now. */
async function readOwnItem(page: PageDefinition, context: ReadContext): Promise<Partial<Item>> {
  const before = new Map(context.memory.values);
  const first = await readFields(page, context);
  if ([...before].every(([key, value]) => context.memory.values.get(key) === value)) return first;
  for (const [key, value] of before) {
    if (context.memory.values.get(key) === value && key.startsWith('item.'))
      context.memory.values.delete(key);
  }
  return readFields(page, context);
}

async function readFields(page: PageDefinition, context: ReadContext): Promise<Partial<Item>> {
  const { ids, ...fields } = page.item;
  const read = async (named: Readonly<Record<string, readonly Source[] | undefined>>, prefix: string) => {
    const raw: Record<string, unknown> = {};
    for (const [name, sources] of Object.entries(named))
      raw[name] = await readSources(sources, prefix + name, context);
    return raw;
  };
  return toItem({ ...(await read(fields, 'item.')), ids: await read(ids ?? {}, 'item.ids.') });
}

/** Of the fields that its type needs, those that the definition has sources for and that stayed empty. */
function missingFields(page: PageDefinition, item: Partial<Item>): string[] {
  const episode = ['seriesTitle', 'episodeNumber'] as const;
  const needed =
    item.type === 'movie'
      ? (['title'] as const)
      : item.type === 'episode' || item.seriesTitle !== undefined
        ? episode
        : (['title', 'seriesTitle'] as const);
  return needed.filter((name) => page.item[name] !== undefined && item[name] === undefined);
}

function shorten(_: string, part: unknown): unknown {
  return typeof part === 'string' ? part.slice(0, 120) : part;
}
