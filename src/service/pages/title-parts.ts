import { html } from 'hono/html';
import { posterUrl, episodeCode, subtitleText, type Numbered } from '../library/media-records';
import type { SessionRow } from '../store/sessions';
import type { Html } from './layout';
import type { Words } from '../texts/words';
import { type WorkDetails, type WorkQuestion, CatalogueError } from '../catalogue/catalogue';
import type { Service } from '../http/environment';

/** A poster. It has no alternative text, because the title beside it says what it shows. */
export function poster({ type, tmdbId }: Pick<SessionRow, 'type' | 'tmdbId'>, width: number): Html | '' {
  if (tmdbId === null) return '';
  return html`<img
    src="${posterUrl('', type, tmdbId)}"
    alt=""
    width="${width}"
    height="${width * 1.5}"
    loading="lazy"
  />`;
}

/**
 * A poster with the title below, as one link of the size of both. So the title alone need not be tall enough
 * for a finger.
 */
export function posterLink(path: string, title: string, picture: Html | ''): Html {
  return html`<a class="cover" href="${path}">
    <span class="picture" aria-hidden="true">${picture}</span>
    <span class="name" dir="auto">${title}</span>
  </a>`;
}

/** The second line of a title. The title of an episode keeps its own text direction. */
export function subtitle(words: Words, row: Numbered): Html {
  const code = row.type === 'movie' ? undefined : episodeCode(words, row);
  const title = row.type === 'movie' ? undefined : (row.episodeTitle ?? undefined);
  const text =
    title === undefined
      ? (subtitleText(words, row) ?? '')
      : html`${code === undefined ? '' : `${code} · `}<bdi>${title}</bdi>`;
  return html`<span class="soft" dir="auto">${text}</span>`;
}

/** A duration as `04:05` or `1:04:05`. */
export function clock(totalSeconds: number): string {
  const hours = Math.floor(totalSeconds / 3600);
  const minutes = Math.floor(totalSeconds / 60) % 60;
  const seconds = String(totalSeconds % 60).padStart(2, '0');
  const twoDigits = String(minutes).padStart(2, '0');
  return hours > 0 ? `${String(hours)}:${twoDigits}:${seconds}` : `${twoDigits}:${seconds}`;
}

/** Details of a film or series, if a source has them: its genres, and a section with plot and people. */
export async function workDetails(
  { catalogue }: Pick<Service, 'catalogue'>,
  words: Words,
  work: Omit<WorkQuestion, 'language'>,
): Promise<Readonly<{ genres: Html | ''; section: Html | '' }>> {
  const details = await readDetails(catalogue, { ...work, language: words.language });
  if (details === undefined) return { genres: '', section: '' };
  const { plot, plotLanguage, genres, makers, cast, credit } = details;
  const maker = words.text(work.kind === 'movie' ? 'directed_by' : 'created_by');
  const section = html`<section class="details">
    ${plot === undefined ? '' : html`<p lang="${plotLanguage}" dir="auto">${plot}</p>`}
    ${credit === undefined ? '' : creditLine(credit)}
    <dl>${people(maker, words, makers)} ${people(words.text('cast'), words, cast)}</dl>
  </section>`;
  return {
    genres: genres.length === 0 ? '' : html`<p class="soft">${words.format.list(genres)}</p>`,
    section,
  };
}

function creditLine({ name, url, licence }: NonNullable<WorkDetails['credit']>): Html {
  return html`<p class="soft">
    <a href="${url}" rel="noreferrer">${name}</a>, <span dir="ltr">${licence}</span>
  </p>`;
}

/** The details of a work. If a source fails, the page is shown without them and asks again next time. */
async function readDetails(
  catalogue: Service['catalogue'],
  work: WorkQuestion,
): Promise<WorkDetails | undefined> {
  try {
    return await catalogue.details?.(work);
  } catch (error) {
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}

function people(label: string, words: Words, names: string[]): Html | '' {
  if (names.length === 0) return '';
  return html`<dt>${label}</dt>
    <dd>${words.format.list(names)}</dd>`;
}
