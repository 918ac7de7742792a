import { lazily, lazyPattern } from './label-pattern';

/** Identifiers in hexadecimal digits, with or without hyphens. */
const identifier =
  String.raw`(?<![\p{L}\d])(?=[a-f-]*\d)[0-9a-f]{8}[- ]?(?:[0-9a-f]{4}[- ]?){3}` +
  String.raw`[0-9a-f]{12}(?![\p{L}\d])`;

const dates = [
  String.raw`\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d`,
  String.raw`(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}`,
  String.raw`(?:19|20)\d\d\s?[年년]\s?\d{1,2}\s?[月월](?:\s?\d{1,2}\s?[日일])?`,
  String.raw`\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]`,
].join('|');

/** Plurals, which stand behind a number of all. */
const counted = [
  'episodes|episod(?:i|ios|es|er)|épisodes|folgen|afleveringen|capítulos|odcink(?:i|ów)|epizod[yi]?',
  'серий|серии|эпизод(?:ов|а)|(?<!сер[иі]я \\d{1,2} )сезон(?:а|ов)|sezon[óy]w?',
  'seasons|staffeln|saisons|temporadas|stagioni|seizoenen|series',
  'parts|teile|parties|partes|delar|dele|deler|delen',
].join('|');

/** The number of all, where it stands alone: 全12話, 共24集, 총 16화, 16부작, 10 episodes, 8 Folgen. */
const totals = [
  String.raw`(?:全|計|共|总共|總共|총)\s?(\d{1,4})\s?(?:話|话|集|回|화|회|部作?|期|季)?`,
  String.raw`(?<!\d)(\d{1,4})\s?부작`,
  String.raw`(?<![\p{L}\d.])(\d{1,4})\s(?:${counted})(?!\p{L}|\s?\d)`,
].join('|');
const otherNumbers = lazily(() => ({
  date: new RegExp(String.raw`(?<!\d)(?:${dates})(?!\d)|${identifier}`, 'gu'),
  total: new RegExp(totals, 'giu'),
}));

/** Dates and numbers of all become blanks of the same length, so that indices into the text stay valid. */
export function withoutOtherNumbers(text: string): {
  readonly plain: string;
  readonly all: number | undefined;
} {
  let all: number | undefined;
  const blank = (part: string) => ' '.repeat(part.length);
  const { date, total } = otherNumbers();
  const plain = text.replaceAll(date, blank).replaceAll(total, (part) => {
    // Of episodes; a number of seasons says nothing about the episode.
    if (/集|話|话|回|화|회|episod|folgen|odcin|сери/iu.test(part)) all = Number(/\d+/.exec(part)?.[0]);
    return blank(part);
  });
  return { plain, all };
}

/** "[Group] Show_-_" and "_The_Name_[1080p].mkv" of the name of a file: "Show" and "The Name". */
export function betweenFileFacts(before: string, after: string): readonly [before: string, after: string] {
  const [facts] = fileFact(after);
  if (facts === undefined) return [before, after];
  const spaced = (part: string) => (/\s/.test(before + after) ? part : part.replaceAll(/[._]/g, ' '));
  const name = spaced(after.slice(0, facts.index));
  return [spaced(before.replace(/^\[[^\]]{1,40}\](?=.*[^\s_.-])/, '')).trimStart(), name];
}

/** From the quality of a file on, or only its extension. */
const fileFact = lazyPattern(
  () =>
    String.raw`[\s._-]*(?:[[(][^\][()]{0,40})?(?<![\p{L}\d])(?:(?:480|576|720|1080|2160)[pi]|` +
    String.raw`web-?(?:dl|rip)|hdtv|dvdrip|bluray|[hx]\.?26[45]|[0-9a-f]{8}(?=[\])])|` +
    String.raw`(?<=[[(])(?:dvd|bd)(?=[\])]))(?![\p{L}\d])|\.(?:mkv|mp4|avi|m4v|webm)$`,
);
