import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { choose, store, upload, waitForState } from './import-file';
import { startTest, type ServiceUnderTest } from './service-under-test';

/** Files of the products that hold more than what their person has watched. */
let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const page = async (id: unknown) => {
  const headers = { cookie: await service.signedIn() };
  return (await service.app.request(`/import/${String(id)}`, { headers })).text();
};
const times = async () => (await service.history()).map(({ watchedAt }) => watchedAt);

describe('ViewingActivity.csv of Netflix', () => {
  const columns =
    'Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type,'.concat(
      'Bookmark,Latest Bookmark,Country\n',
    );
  const line = (profile: string, start: string, length: string, title: string, attributes = '', extra = '') =>
    `${profile},${start},${length},${attributes},"${title}",${extra},TV,${length},Not latest view,DE\n`;

  test('of several people is read for those alone whom the person names', async () => {
    const file = columns
      .concat(line('Ada', '2023-05-29 17:00:00', '00:50:00', 'Charade'))
      .concat(line('Kid', '2023-05-30 17:00:00', '01:20:00', 'Big Buck Bunny'))
      .concat(line('Kid', '2023-05-31 17:00:00', '01:20:00', 'Sintel'));
    const { id, ...preview } = await upload(service, file);
    expect(preview).toMatchObject({ source: 'Netflix', rows: 3, ready: 0, unclear: 3, unread: 0 });
    const shown = await page(id);
    expect(shown).toContain('Profile: Ada');
    expect(shown).toContain('Profile: Kid');
    // There is nothing to store before one of them is taken.
    expect(shown).not.toContain(`/import/${String(id)}/store`);
    expect(await store(service, id)).toMatchObject({ added: 0 });
    await choose(service, id, { group: 'profile', name: 'Ada' }, 'take');
    await choose(service, id, { group: 'profile', name: 'Kid' }, 'leave');
    expect(await waitForState(service, id, 'preview')).toMatchObject({ ready: 1, unclear: 0, left: 2 });
    expect(await page(id)).toContain(`/import/${String(id)}/store`);
    expect(await store(service, id)).toMatchObject({ added: 1 });
    expect((await service.history()).map(({ media }) => media['title'])).toEqual(['Charade']);
  });

  test('counts what was gone on with on the same or the next day as one viewing', async () => {
    const file = columns
      .concat(line('Ada', '2023-06-02 06:00:00', '00:20:00', 'Charade'))
      .concat(line('Ada', '2023-06-01 22:00:00', '00:40:00', 'Charade'))
      .concat(line('Ada', '2023-06-01 20:00:00', '00:30:00', 'Charade'))
      .concat(line('Ada', '2023-06-01 19:00:00', '00:00:12', 'Charade', 'Autoplayed: user action: None; '))
      .concat(line('Ada', '2023-06-09 19:00:00', '01:50:00', 'Charade'));
    const { id, ...preview } = await upload(service, file);
    expect(preview).toMatchObject({ rows: 2, ready: 2, left: 0 });
    await store(service, id);
    expect(await times()).toEqual(['2023-06-09T20:50:00.000Z', '2023-06-02T06:20:00.000Z']);
    expect((await service.history())[1]).toMatchObject({
      startedAt: '2023-06-01T19:00:00.000Z',
      progress: 5412,
    });
  });

  test('leaves out trailers and what was only looked into', async () => {
    const autoplay = 'Autoplayed: user action: None; ';
    const file = columns
      .concat(line('Ada', '2023-06-01 19:00:00', '00:01:02', 'Charade_hook_primary_16x9', '', 'HOOK'))
      .concat(line('Ada', '2023-06-01 19:10:00', '00:00:12', 'Sintel', autoplay))
      .concat(line('Ada', '2023-06-01 20:00:00', '01:50:00', 'Charade', autoplay));
    const { id, ...preview } = await upload(service, file);
    expect(preview).toMatchObject({ rows: 3, ready: 1, left: 2, unclear: 0, unread: 0 });
    expect(await store(service, id)).toMatchObject({ added: 1 });
  });
});

describe('NetflixViewingHistory.csv', () => {
  const file = 'Title,Date\nBig Buck Bunny,02/02/2023\nCharade,05/02/2023\nSintel,06/02/2023\n';

  test.each([
    ['day', ['2023-02-06', '2023-02-05', '2023-02-02'], 'Sunday, February 5, 2023'],
    ['month', ['2023-06-02', '2023-05-02', '2023-02-02'], 'Tuesday, May 2, 2023'],
  ])('without a day above 12 is read %s first when the person says so', async (answer, days, label) => {
    const { id, ...preview } = await upload(service, file);
    expect(preview).toMatchObject({ rows: 3, ready: 0, unclear: 3 });
    const shown = await page(id);
    expect(shown).toContain('When did you watch “Charade”?');
    expect(shown).toContain(`<option value="${answer}">${label}</option>`);
    await choose(service, id, { group: 'dates' }, answer);
    expect(await waitForState(service, id, 'preview')).toMatchObject({ ready: 3, unclear: 0 });
    await store(service, id);
    expect((await times()).map((time) => time?.slice(0, 10))).toEqual(days);
  });

  test.each(['05.02.2023', '2023/02/05', '23. 2. 5.', '2023-02-05'])(
    '%s can be read in one way',
    async (day) => {
      const { id, ...preview } = await upload(service, `Title,Date\nCharade,${day}\n`);
      expect(preview).toMatchObject({ ready: 1, unclear: 0 });
      await store(service, id);
      expect(await times()).toEqual(['2023-02-05T12:00:00.000Z']);
    },
  );
});

describe('Letterboxd', () => {
  const diary = 'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n'.concat(
    '2024-01-16,Sintel,2010,https://boxd.it/1,3.5,,,2024-01-13\n',
    '2024-01-16,Charade,1963,https://boxd.it/2,,Yes,,2024-01-14\n',
  );
  const list = 'Date,Name,Year,Letterboxd URI\n'.concat(
    '2024-02-16,Sintel,2010,https://boxd.it/3\n',
    '2024-02-16,Big Buck Bunny,2008,https://boxd.it/4\n',
  );

  test('diary.csv and then watched.csv store each film once', async () => {
    await store(service, (await upload(service, diary, 'diary.csv'))['id']);
    const watched = await upload(service, list, 'watched.csv');
    expect(watched).toMatchObject({ ready: 2, known: 1 });
    expect(await store(service, watched['id'])).toMatchObject({ added: 1 });
    expect(await times()).toEqual([
      '2024-02-16T12:00:00.000Z',
      '2024-01-14T12:00:00.000Z',
      '2024-01-13T12:00:00.000Z',
    ]);
    await store(service, (await upload(service, list, 'watched.csv'))['id']);
    expect(await service.history()).toHaveLength(3);
  });

  test('a list without a name is asked about, one with the name "watchlist.csv" is the watchlist', async () => {
    const { id, ...preview } = await upload(service, list);
    expect(preview).toMatchObject({ ready: 0, unclear: 2 });
    expect(await page(id)).toContain('Have you watched these films?');
    await choose(service, id, { group: 'watched' }, 'take');
    await waitForState(service, id, 'preview');
    expect(await store(service, id)).toMatchObject({ added: 2 });
    const named = await upload(service, list, 'watchlist.csv');
    expect(named).toMatchObject({ ready: 2, unclear: 0, waiting: 2 });
    expect(await store(service, named['id'])).toMatchObject({ added: 0, waiting: 0 });
    expect(await page(named['id'])).toContain('Also added: 2.');
  });

  test('ratings.csv has ratings alone', async () => {
    const file = 'Date,Name,Year,Letterboxd URI,Rating\n2024-02-01,Charade,1963,https://boxd.it/5,4\n';
    const { id, ...preview } = await upload(service, file, 'ratings.csv');
    expect(preview).toMatchObject({ rows: 1, ready: 1, unread: 0 });
    expect(await store(service, id)).toMatchObject({ added: 0 });
    expect(await service.history()).toEqual([]);
    expect((await service.call('GET', '/matinee/ratings')).body.data).toMatchObject({
      items: [{ rating: 8, ratedAt: '2024-02-01T12:00:00.000Z' }],
    });
  });
});
