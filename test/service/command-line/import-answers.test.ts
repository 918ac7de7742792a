import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandOptions } from '../../../src/service/command-line/options';
import { runCommand } from '../../../src/service/command-line/commands';
import { openStore } from '../../../src/service/store/store';

let data: string;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'matinee-answers-'));
  await (await openStore({ dataDir: data })).close();
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const run = async (name: string, content: string, options: Partial<CommandOptions>) => {
  const file = join(data, name);
  writeFileSync(file, content);
  const result = await runCommand(['import'], { data, file, ...options });
  if (result === undefined || 'failure' in result) throw new Error(result?.failure);
  return result.lines.join('\n');
};
/** Film and day of what is stored, and how many imports there are. */
const stored = async () => {
  const store = await openStore({ dataDir: data });
  const { id } = await store.users.ensureOwner();
  const rows = await store.sessions.watched(id, { limit: 100, after: undefined });
  const imports = await store.imports.list(id);
  await store.close();
  const days = rows.map((row) => `${row.media} ${new Date(row.watchedAt ?? 0).toISOString().slice(0, 10)}`);
  return { days: days.toSorted(), imports: imports.length };
};

const BUNNY = 'movie:10378';
const SINTEL = 'movie:45745';

describe('profiles', () => {
  const columns =
    'Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type,'.concat(
      'Bookmark,Latest Bookmark,Country\n',
    );
  const line = (profile: string, start: string, title: string) =>
    `${profile},${start},01:20:00,,"${title}",,TV,01:20:00,Not latest view,DE\n`;
  const file = columns
    .concat(line('Ada', '2023-05-29 17:00:00', 'Sintel'))
    .concat(line('Kid', '2023-05-30 17:00:00', 'Big Buck Bunny'));

  test('are named, and nothing of them is stored', async () => {
    const text = await run('ViewingActivity.csv', file, { yes: true });
    expect(text).toContain('1 entry is of the profile "Ada": --profile names the one to store');
    expect(text).toContain('1 entry is of the profile "Kid"');
    expect(await stored()).toEqual({ days: [], imports: 1 });
  });

  test('--profile stores one, and leaves the others out', async () => {
    const text = await run('ViewingActivity.csv', file, { yes: true, profile: 'Ada' });
    expect(text).not.toContain('--profile');
    expect(text).toContain('0 are unclear');
    expect(await stored()).toEqual({ days: [`${SINTEL} 2023-05-29`], imports: 1 });
  });

  test('--profile with a name that the file has not stores nothing', async () => {
    const wrong = run('ViewingActivity.csv', file, { yes: true, profile: 'ada' });
    await expect(wrong).rejects.toThrow('This file has no profile "ada". It has: Ada, Kid.');
    const none = run('NetflixViewingHistory.csv', 'Title,Date\nSintel,2/13/23\n', {
      yes: true,
      profile: 'Ada',
    });
    await expect(none).rejects.toThrow('This file does not tell profiles apart: leave --profile out.');
    expect(await stored()).toEqual({ days: [], imports: 0 });
  });
});

describe('dates', () => {
  const file = 'Title,Date\nBig Buck Bunny,02/02/2023\nSintel,06/02/2023\n';

  test('that can be read in two ways are said, and none is stored', async () => {
    const text = await run('NetflixViewingHistory.csv', file, { yes: true });
    expect(text).toContain(
      '  2 entries are of a day that can be read in two ways, such as "Sintel"; '.concat(
        '--dates day-first: 2023-02-06, --dates month-first: 2023-06-02',
      ),
    );
    expect(await stored()).toEqual({ days: [], imports: 1 });
  });

  test.each([
    ['day-first', '2023-02-06'],
    ['month-first', '2023-06-02'],
  ])('--dates %s', async (dates, day) => {
    await run('NetflixViewingHistory.csv', file, { yes: true, dates });
    expect(await stored()).toEqual({ days: [`${BUNNY} 2023-02-02`, `${SINTEL} ${day}`], imports: 1 });
  });
});

describe('a list of Letterboxd', () => {
  const file = 'Date,Name,Year,Letterboxd URI\n2024-02-16,Sintel,2010,https://boxd.it/3\n';

  test('may be one of films to see', async () => {
    const text = await run('list.csv', file, { yes: true });
    expect(text).toContain('1 entry is of a list, of films seen or of films to see: --list watched');
    expect(await stored()).toEqual({ days: [], imports: 1 });
  });

  test.each([
    ['watched', [`${SINTEL} 2024-02-16`]],
    ['not-watched', []],
  ])('--list %s', async (list, days) => {
    expect(await run('list.csv', file, { yes: true, list })).not.toContain('--list');
    expect((await stored()).days).toEqual(days);
  });
});

test.each([
  [{ dates: 'x' }, '--dates must be day-first or month-first.'],
  [{ list: 'toString' }, '--list must be watched or not-watched.'],
])('%o is refused before the file is read', async (options, sentence) => {
  await expect(run('x.csv', '', options)).rejects.toThrow(sentence);
});
