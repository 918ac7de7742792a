import { html } from 'hono/html';
import type { WorkDetails, WorkQuestion } from '../catalogue/catalogue';
import { CatalogueError } from '../catalogue/catalogue-error';
import type { Service } from '../http/environment';
import type { Words } from '../texts/words';
import type { Html } from './layout';

/** What a film or series is about, where a source knows it: its genres, and what is said in sentences. */
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

/** The page shows what is available; what cannot be requested now is shown next time. */
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

function people(label: string, words: Words, names: readonly string[]): Html | '' {
  if (names.length === 0) return '';
  return html`<dt>${label}</dt>
    <dd>${words.format.list(names)}</dd>`;
}
