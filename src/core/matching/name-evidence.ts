import type { Item } from '../media/item';
import type { KnownName, Media } from '../media/media';
import { defined } from '../values/defined';
import { cleanTitle } from './clean-title';
import { compareNames, type Likeness } from './compare-names';
import { languageOf, type Evidence } from './question';
import { differsBySeason, knownNames } from './season-of-name';
import { weights } from './weights';
import { plainTitle } from '../text/normalize-title';

/**
 * Compares the name on the page with the names by which the tracker knows the work; the best agreement
 * counts.
 */
export function nameEvidence(item: Item, media: Media): Evidence[] {
  const stated = item.type === 'movie' ? item.title : item.seriesTitle;
  const names = knownNames(media);
  if (stated === undefined) return [];
  if (names.length === 0) return [{ kind: 'name-missing' }];
  if (differsBySeason(item, media)) return [{ kind: 'name-variant' }];
  const found = askedNames(stated).flatMap((asked) =>
    names.map((name) => evidenceOfName(asked, name, item, media)),
  );
  const best = found.reduce((one, other) => (valueOf(other) > valueOf(one) ? other : one));
  return [
    best.kind === 'name-script' && isKnownOtherwise(found, names, item) ? { kind: 'name-differs' } : best,
  ];
}

/** The name as the page states it, and without the additions of its service: the tracker may know either. */
function askedNames(stated: string): string[] {
  return [...new Set([stated, cleanTitle(stated).title])];
}

/** Among names of equal value, one with a known language is shown. */
function valueOf({ kind, language }: Evidence): number {
  return weights[kind] + (language === undefined ? 0 : 0.01);
}

/** A different name in the page's script or language is known, so names in other languages say nothing. */
function isKnownOtherwise(found: Evidence[], names: KnownName[], item: Item): boolean {
  const page = languageOf(item);
  return (
    found.some(({ kind }) => kind === 'name-differs') ||
    (page !== undefined && names.some((name) => languageOf(name) === page))
  );
}

function evidenceOfName(asked: string, name: KnownName, item: Item, media: Media): Evidence {
  const likeness = compareNames(asked, name.title);
  const { language } = name;
  if (likeness === 'same')
    return defined({ kind: isElsewhere(name, item, media) ? 'name-elsewhere' : 'name', language });
  return defined({ kind: KINDS[likeness], language: likeness === 'variant' ? language : undefined });
}

const KINDS = {
  variant: 'name-variant',
  near: 'name-near',
  part: 'name-part',
  script: 'name-script',
  differs: 'name-differs',
} as const satisfies Record<Exclude<Likeness, 'same'>, Evidence['kind']>;

/** A translation into a language that is neither the page's nor the original one. */
function isElsewhere({ language }: KnownName, item: Item, { originalLanguage }: Media): boolean {
  const known = languageOf({ language });
  const common = [undefined, languageOf(item), languageOf({ language: originalLanguage }), 'en'];
  return !common.includes(known);
}

/**
 * The media with only the names needed to judge or show this item: names in the language of the page or of
 * the person, and one of each likeness to the page's name. A film can have 200 names, and they would be
 * stored with each of 20 candidates for 30 days.
 */
export function withRelevantNames(item: Item, media: Media, personLanguage: string): Media {
  const { titles, episodeTitles } = media;
  const languages = [languageOf(item), languageOf({ language: personLanguage })];
  const asked = item.type === 'movie' ? item.title : item.seriesTitle;
  return {
    ...media,
    ...defined({
      titles: titles && relevant(titles, asked, languages),
      episodeTitles: episodeTitles && relevant(episodeTitles, item.episodeTitle, languages),
    }),
  };
}

function relevant(
  names: KnownName[],
  asked: string | undefined,
  languages: (string | undefined)[],
): KnownName[] {
  const seen = new Set<string>();
  return names.filter((name) => {
    const language = languageOf(name);
    if (language !== undefined && languages.includes(language)) return true;
    const kind =
      asked === undefined
        ? undefined
        : askedNames(asked)
            .map((one) => kindOf(one, name))
            .join(' / ');
    if (kind === undefined || seen.has(kind)) return false;
    seen.add(kind);
    return true;
  });
}

/** Names of one kind are the same evidence: only one of them is kept. */
function kindOf(asked: string, { title, language, season }: KnownName): string {
  const likeness = compareNames(asked, title);
  // The same name in English and in Turkish counts as two kinds.
  if (likeness === 'same' || season !== undefined) return `${likeness} ${language ?? ''} ${season ?? ''}`;
  const [one, other] = [plainTitle(asked), plainTitle(title)];
  // The two may differ only by the number of a season.
  if (likeness === 'differs' && (one.startsWith(other) || other.startsWith(one))) return 'season';
  // A page that states no language may be in the language of this name.
  return `${likeness} ${language === undefined ? '' : 'translated'}`;
}
