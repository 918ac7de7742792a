import type { Item } from '../media/item';
import { plainTitle } from '../text/normalize-title';

/** Kinds of proposed sources, best first; used for ranking and for the description. */
export const proposalKinds = [
  'linked-data',
  'media-session',
  'meta',
  'test-id',
  'label',
  'id',
  'class',
  'scan',
  'address',
  'document-title',
  'path',
  'last-resort',
] as const;

export type ProposalKind = (typeof proposalKinds)[number];

/** One way to read a value, as the page answers it now. `source` has the form of a definition's source. */
export type Proposal = Readonly<{
  kind: ProposalKind;
  source: Readonly<Record<string, unknown>>;
  /** What it yields now, after its transforms. */
  value: string;
  /** How many elements its selector finds; 1 where it has none. */
  count: number;
  /** Depends on a generated name, which will soon change. */
  fragile: boolean;
}>;

/** The fields that the workbench searches for automatically. */
export const taughtFields = [
  'seriesTitle',
  'seasonNumber',
  'episodeNumber',
  'episodeTitle',
  'title',
  'year',
] as const;

export type TaughtField = (typeof taughtFields)[number];

/** The facts of a page for a first draft. */
export type PageFacts = Readonly<{
  url: string;
  title: string;
  siteName?: string | undefined;
  language?: string | undefined;
  item: Partial<Item>;
  fields: Readonly<Partial<Record<TaughtField, Proposal[]>>>;
  /** Selectors of the video, if they distinguish it. */
  video: string[];
  /** Stands inside shadow roots only. */
  shadow: boolean;
  /** Hosts of frames that may contain the player, if the page itself has none. */
  frames: string[];
}>;

/** The names of a page, its site and its controls. */
export type PageNames = Readonly<{
  hostname: string;
  siteName?: string | undefined;
  /** Texts of buttons, navigation and other controls. */
  controls: string[];
}>;

/**
 * Whether a text can be the title of a film or a series. The name of the site, its host, the text of a button
 * and words of a player ("Playing", "#1", "watch free") are none.
 */
export function isPlausibleTitle(title: string, { hostname, siteName = '', controls }: PageNames): boolean {
  const plain = plainTitle(title);
  if (plain === '' || /^#\s*\d+$/.test(title.trim())) return false;
  const labels = hostname.replace(/^www\./, '').split('.');
  const own = [siteName, hostname, labels.join(' '), ...labels.slice(0, -1), ...controls].map(joined);
  const words = title.toLowerCase().trim().split(/\s+/);
  const brand = joined(words.filter((word) => !brandWords.has(word)).join(' '));
  const isOwn = own.includes(joined(title)) || (brand !== '' && own.includes(brand));
  return !isOwn && !words.every((word) => playerWords.has(word));
}

/** Without blanks: "Stream App" is the name of `streamapp.example`. */
function joined(text: string): string {
  return plainTitle(text).replaceAll(' ', '');
}

/** Words that sites add to their names: "Late Show TV" of `late-show.example`. */
const brandWords: ReadonlySet<string> = new Set('tv play plus + video online now go vod'.split(' '));

/** Words of players and invitations of sites; a title has other words too. */
const playerWords: ReadonlySet<string> = new Set(
  [
    'playing now watch watching free online play pause player video loading live trailer stream streaming hd',
    'next previous episode season home full movie film untitled undefined null title back skip intro',
    'ansehen jetzt kostenlos abspielen wird abgespielt lecture regarder gratuit ver gratis reproduciendo',
    'guarda riproduzione assistir afspillet spelar afspelen kijken odtwarzanie smotret',
  ].flatMap((line) => line.split(' ')),
);
