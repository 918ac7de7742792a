import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { plainTitle } from '../../../core/text/normalize-title';
import { defined } from '../../../core/values/defined';
import type { OpenEpisode, OpenSeries, OpenWork } from '../sources/open-work';

/** Packs a work for the file: lists instead of objects, deflated. */
export function packWork({ names, ...work }: OpenWork): Buffer {
  return deflate({ ...work, names: names.map(({ title, language }) => [title, language ?? '']) });
}

export function unpackWork(body: Uint8Array): OpenWork {
  const { names, ...work } = inflate(body) as Omit<OpenWork, 'names'> & { names: [string, string][] };
  return {
    ...work,
    names: names.map(([title, language]) => ({ title, ...defined({ language: language || undefined }) })),
  };
}

type PackedEpisode = [
  season: number,
  number: number,
  name: string | null,
  minutes: number | null,
  date: string | null,
];

export function packSeries({ episodes, ...series }: OpenSeries): Buffer {
  const list = episodes.map(({ season, number, name, minutes, date }): PackedEpisode => [
    season,
    number,
    name ?? null,
    minutes ?? null,
    date ?? null,
  ]);
  return deflate({ ...series, episodes: list });
}

export function unpackSeries(body: Uint8Array): OpenSeries {
  const { episodes, ...series } = inflate(body) as Omit<OpenSeries, 'episodes'> & {
    episodes: PackedEpisode[];
  };
  return { ...series, episodes: episodes.map(unpackEpisode) };
}

function unpackEpisode([season, number, name, minutes, date]: PackedEpisode): OpenEpisode {
  return {
    season,
    number,
    ...defined({ name: name ?? undefined, minutes: minutes ?? undefined, date: date ?? undefined }),
  };
}

function deflate(value: object): Buffer {
  return deflateRawSync(JSON.stringify(value));
}

function inflate(body: Uint8Array): unknown {
  return JSON.parse(inflateRawSync(body).toString('utf8'));
}

/** A key that is equal for all spellings of a name: spaces, punctuation, accents and case do not count. */
export function nameKey(name: string): string {
  const plain = plainTitle(name).replaceAll(' ', '');
  return plain === '' ? name.trim() : plain;
}

/** The words of a name. In scripts without spaces (Chinese, Japanese), each character is a word. */
export function wordsOf(name: string): string[] {
  return plainTitle(name)
    .replaceAll(/(?<letter>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu, ' $<letter> ')
    .split(' ')
    .filter((word) => word !== '');
}
