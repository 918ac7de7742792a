import { plainTitle } from '../text/normalize-title';

/** The names of a page, its site and its controls. */
export type PageNames = Readonly<{
  hostname: string;
  siteName?: string | undefined;
  /** Texts of buttons, navigation and other controls. */
  controls: readonly string[];
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
