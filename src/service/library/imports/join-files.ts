import type { ImportRow, ReadFile } from './import-row';

/**
 * The files of one archive as one. Products write a viewing into several of their files: with its time and as
 * "watched", or in an older and a newer form. `undefined`: there are none.
 */
export function joinFiles(files: readonly ReadFile[]): ReadFile | undefined {
  // The file with the most rows names the source.
  const [main] = files.toSorted((a, b) => b.rows.length - a.rows.length);
  if (main === undefined) return undefined;
  const dated = new Set(files.flatMap(({ rows }) => rows.filter(isDated).map(titleOf)));
  const seen = new Set<string>();
  const rows = files.flatMap((file) => {
    const kept = file.rows.flatMap((row) => {
      const isNew =
        row.watchedAt === undefined || (isDated(row) ? !seen.has(viewingOf(row)) : !dated.has(titleOf(row)));
      if (isNew) return [row];
      // The viewing is that of another file, which has no review.
      return row.review === undefined ? [] : [{ ...row, watchedAt: undefined }];
    });
    // Within one file the same title twice on a day are two viewings.
    for (const row of file.rows) if (isDated(row)) seen.add(viewingOf(row));
    return kept;
  });
  return { source: main.source, rows, unread: files.reduce((sum, { unread }) => sum + unread, 0) };
}

function isDated({ watchedAt, isUndated = false }: ImportRow): boolean {
  return watchedAt !== undefined && !isUndated;
}

function titleOf({
  type,
  title,
  year,
  tmdbId,
  imdbId,
  seasonNumber,
  episodeNumber,
  episodeTitle,
}: ImportRow) {
  const work = tmdbId ?? imdbId ?? `${title?.toLowerCase() ?? ''} ${String(type === 'movie' ? year : '')}`;
  return JSON.stringify([type, work, seasonNumber, episodeNumber, episodeNumber ?? episodeTitle]);
}

function viewingOf(row: ImportRow): string {
  return `${titleOf(row)} ${String(Math.floor((row.watchedAt ?? 0) / DAY_MS))}`;
}

const DAY_MS = 86_400_000;
