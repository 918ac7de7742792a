import { isReadable, type Item } from '../../core/media/item';
import type { PageDefinition, Source } from '../../protocol/definition/definition';
import { readGate, type PlayerGate, readAll, readSources } from './read-source';
import { textOf } from './clean-text';
import type { PlayingMedia, ReadContext, GenericReading } from './context';
import { forgetUnless } from './memory';
import { beginReading } from './regex';
import { toItem } from './to-item';
import { addressesOf, hasType, readJsonLd } from './page-json';
import { followPath } from './transform';

export type ConnectorReading = Readonly<{
  item: Partial<Item>;
  /** Changes with the title that plays; at most 2,000 characters, empty if nothing is watched here. */
  identity: string;
  /** 1 if the connector's own sources gave the item, less for the page's structured data, 0 for none. */
  confidence: number;
  /** Something plays, and the connector's own sources do not name it. */
  degraded: boolean;
  /** Fields that an item of this type needs and that none of the connector's sources gave. */
  missing: string[];
  /**
   * Which source gave each field, for example `title0 year- title!`; `-`: none, `!`: the page's structured
   * data states something else. Contains no value of the page.
   */
  ladder?: string;
  /** Why this is not the title itself; `closed`: nothing is watched at this address. */
  gate: PlayerGate | 'closed' | undefined;
}>;

/**
 * Reads one page: its values, its gates, what identifies the title, then the item. Adds the values to
 * `context.values`. A reading waits only for endpoints, the page's world and the reading aid; after that the
 * caller checks that the address is unchanged. During an advertisement it ends at the gate: no identity and
 * no item is read, and no remembered value is dropped, because the ad's duration looks like another title.
 */
export function readPage(page: PageDefinition, context: ReadContext, media?: PlayingMedia): ConnectorReading {
  beginReading();
  const { gate, id } = identifyTitle(page, context, media);
  if (gate === 'ad' || gate === 'closed')
    return { gate, item: {}, identity: '', confidence: 0, degraded: false, missing: [] };
  context.memory.rungs.clear();
  const own = readOwnItem(page, context);
  const ladder = ladderOf(page, own, context);
  const { item, confidence } = completeItem(own, page, context);
  const names = [
    item.type,
    item.title,
    item.seriesTitle,
    item.seasonNumber,
    item.episodeNumber,
    item.episodeTitle,
  ];
  const isPlaying = !gate && (media !== undefined || page.player?.inFrame === true);
  return {
    gate,
    item,
    identity: JSON.stringify([context.definition.id, id, names], shorten).slice(0, 2_000),
    confidence,
    ladder,
    degraded: isPlaying && confidence < 1,
    missing: neededFields(own).filter((name) => page.item[name] && own[name] === undefined),
  };
}

/** The item of the connector's own sources, or the generic one if they do not name the title. */
function completeItem(
  own: Partial<Item>,
  page: PageDefinition,
  context: ReadContext,
): Pick<ConnectorReading, 'item' | 'confidence'> {
  if (isReadable(own)) return { item: own, confidence: 1 };
  const generic = page.generic === false ? undefined : context.readGeneric(context);
  return generic && isReadable(generic.item) && isProven(generic, own, page)
    ? generic
    : { item: own, confidence: 0 };
}

/**
 * On a page that also plays episodes, a film named only by a text may be an episode whose label could not be
 * read.
 */
function isProven({ item, confidence }: GenericReading, own: Partial<Item>, page: PageDefinition): boolean {
  return item.type === 'episode' || !page.item.seriesTitle || (own.type !== 'episode' && confidence >= 0.8);
}

type Identified = Readonly<{
  gate: ConnectorReading['gate'];
  /** What identifies the title, besides its name and its medium. */
  id?: unknown;
}>;

/** Reads values, gates and identity. Values remembered for another title are dropped and read again. */
function identifyTitle(
  page: PageDefinition,
  context: ReadContext,
  media: PlayingMedia | undefined,
): Identified {
  const groups = { ...context.values };
  const names = Object.keys(groups).filter((name) => !name.startsWith('$'));
  context.memory.fresh.clear();
  let identified: Identified;
  let anchor: string;
  do {
    readValues(page, groups, context);
    const gate = readGate(page.player ?? {}, context);
    if (gate === 'ad') return { gate };
    const isOpen = readAll(page.gate, 'gate', context);
    // A value that replaces a group of the address identifies the title as the group would.
    const parts = names.map((name) => [name, context.values[name]]);
    const id = [page.kind, parts, readIdentity(page, context)];
    identified = { gate: isOpen ? gate : 'closed', id };
    anchor = JSON.stringify([id, media && [media.source, Math.round(media.duration)]]);
  } while (forgetUnless(context.memory, anchor, context.now));
  return identified;
}

/** Replaces `context.values` with the groups of the address and the values of the page. */
function readValues(
  page: PageDefinition,
  groups: Readonly<Record<string, string>>,
  context: ReadContext,
): void {
  for (const name of Object.keys(context.values))
    if (!Object.hasOwn(groups, name)) delete context.values[name];
  Object.assign(context.values, groups);
  for (const [name, sources] of Object.entries(page.values ?? {})) {
    const value = textOf(readSources(sources, `values.${name}`, context));
    if (value !== undefined) context.values[name] = value;
  }
}

function readIdentity(page: PageDefinition, context: ReadContext): string[] {
  return (page.identity ?? []).map(
    (source, index) => textOf(readSources([source], `identity.${index}`, context)) ?? '',
  );
}

/** If one remembered value now reads differently, the others remembered with it are dropped. */
function readOwnItem(page: PageDefinition, context: ReadContext): Partial<Item> {
  const { values } = context.memory;
  const before = [...values];
  const item = readFields(page, context);
  if (before.every(([key, value]) => values.get(key) === value)) return item;
  for (const [key, value] of before)
    if (values.get(key) === value && key.startsWith('item.')) values.delete(key);
  return readFields(page, context);
}

function readFields(page: PageDefinition, context: ReadContext): Partial<Item> {
  const { ids, film: proofs, ...fields } = page.item;
  const read = (named: Readonly<Record<string, Source[] | undefined>>, prefix: string) => {
    const raw: Record<string, unknown> = {};
    for (const [name, sources] of Object.entries(named))
      raw[name] = readSources(sources, prefix + name, context);
    return raw;
  };
  const film = proofs || fields.type ? readSources(proofs, 'item.film', context) : null;
  return toItem({ ...read(fields, 'item.'), film, ids: read(ids ?? {}, 'item.ids.') });
}

function ladderOf({ item }: PageDefinition, own: Partial<Item>, context: ReadContext) {
  const { ids: _ids, type: _type, film: _film, ...fields } = item;
  const { rungs } = context.memory;
  return [
    ...Object.keys(fields).map((name) => name + (rungs.get(`item.${name}`) ?? '-')),
    ...disagreeingFields(own, context).map((name) => `${name}!`),
  ].join(' ');
}

function neededFields({ type, seriesTitle }: Partial<Item>) {
  if (type === 'movie') return ['title'] as const;
  if (type === 'episode' || seriesTitle !== undefined) return ['seriesTitle', 'episodeNumber'] as const;
  return ['title', 'seriesTitle'] as const;
}

function shorten(_: string, part: unknown): unknown {
  return typeof part === 'string' ? part.slice(0, 120) : part;
}

/**
 * Fields for which the page's structured data contradicts what was read. It counts only if it describes one
 * title, and not that of another address. One text may be part of the other: "The Film (2019)".
 */
function disagreeingFields(
  item: Partial<Item>,
  { document, memory, url }: Pick<ReadContext, 'document' | 'memory' | 'url'>,
): string[] {
  const isFilm = item.type === 'movie';
  const [object, another] = readJsonLd(document, memory).filter((one) =>
    hasType(one, isFilm ? ['Movie'] : ['TVEpisode', 'Episode']),
  );
  if (!object || another) return [];
  const addresses = addressesOf(object);
  if (addresses[0] && !addresses.some((address) => address.includes(url.pathname))) return [];
  const stated: Readonly<Record<string, unknown>> = isFilm
    ? { title: object['name'] }
    : { seriesTitle: followPath(object, '$.partOfSeries.name'), episodeNumber: object['episodeNumber'] };
  return Object.keys(stated).filter((name) => {
    const [a, b] = [stated[name], item[name as keyof Item]].map((value) => textOf(value)?.toLowerCase());
    return a && b && !a.includes(b) && !b.includes(a);
  });
}
