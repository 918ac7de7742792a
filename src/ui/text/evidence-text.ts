import type { Evidence } from '../../core/matching/question';
import type { EvidenceKind } from '../../core/matching/weights';
import type { Media } from '../../core/media/media';
import { text } from '../../platform/browser/i18n';
import { runningTime } from './format';
import { joinParts } from './naming';

/** What agrees, shortly: "same name in German · same length (1 hr, 42 min)". Empty where nothing is known. */
export function agreementText(evidence: Evidence[], media: Media): string {
  return joinParts(...evidence.map((one) => AGREEMENTS[one.kind]?.(one, media)));
}

type Agreement = (evidence: Evidence, media: Media) => string | undefined;

const AGREEMENTS: { readonly [Kind in EvidenceKind]?: Agreement } = {
  id: () => text('match_id'),
  'id-asked': () => text('match_id'),
  name: nameText,
  'name-elsewhere': nameText,
  'name-variant': () => text('match_similar_name'),
  year: () => text('match_year'),
  runtime: lengthText,
  'runtime-faster': lengthText,
  length: lengthText,
  'episode-name': () => text('match_episode'),
};

function nameText({ language }: Evidence): string {
  return language === undefined ? text('match_name') : text('match_name_in', languageName(language));
}

function lengthText(_evidence: Evidence, { runtime }: Media): string | undefined {
  return runtime === undefined ? undefined : text('match_length', runningTime(runtime));
}

/** `de` as "German", in the language of the texts. */
function languageName(tag: string): string {
  return new Intl.DisplayNames(text('language_tag'), { type: 'language' }).of(tag) ?? tag;
}

/**
 * Why a match waits for a person, as one sentence: the strongest doubt. Without any, the reading of the page
 * itself is doubtful.
 */
export function doubtText(evidence: Evidence[] | undefined, ambiguous = false): string {
  const found = DOUBTS.find(([, kinds]) => evidence?.some(({ kind }) => kinds.includes(kind)));
  if (found !== undefined && !(ambiguous && MILD.has(found[0]))) return text(found[0]);
  return text(ambiguous ? 'doubt_ambiguous' : 'doubt_reading');
}

/** From the strongest to the weakest. */
const DOUBTS: (readonly [key: string, kinds: EvidenceKind[]])[] = [
  ['doubt_clip', ['runtime-clip']],
  ['doubt_script', ['name-script']],
  ['doubt_name', ['name-differs', 'id-differs']],
  ['doubt_number', ['numbers-differ']],
  ['doubt_season', ['season-open']],
  ['doubt_several', ['episodes-open']],
  ['doubt_episode', ['episode-differs', 'episode-open']],
  ['doubt_year', ['year-differs']],
  ['doubt_similar', ['name-near', 'name-part', 'name-missing']],
  ['doubt_length', ['runtime-differs', 'runtime-far', 'runtime-near', 'length-near', 'length-far']],
  ['doubt_unknown_length', ['runtime-unknown']],
];

/** If another title matches as well, these doubts are not the reason. */
const MILD: ReadonlySet<string> = new Set(['doubt_length', 'doubt_unknown_length']);

/** Key of the text for a field of the item: `workbench_field_episode_title` for `episodeTitle`. */
export function fieldKey(field: string): string {
  return `workbench_field_${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}
