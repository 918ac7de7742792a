import { afterEach, beforeEach, expect, test } from 'vitest';
import { choose, store, upload } from './import-file';
import { startTest, type ServiceUnderTest } from './service-under-test';

/** What the page of an import says after it was stored. */
let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

async function pageOf(path: string): Promise<string> {
  const headers = { cookie: await service.signedIn() };
  return (await service.app.request(path, { headers })).text();
}

const diary =
  'Name,Year,Letterboxd URI,Watched Date,Rating\nSintel,2010,x,2024-01-02,4\nNobody knows,2010,x,2024-01-03,\n';
const ratings =
  'Date,Name,Year,Letterboxd URI,Rating\n2024-01-02,Sintel,2010,x,4\n2024-01-03,Big Buck Bunny,2008,y,3\n';

test('a stored import offers nothing more to add, until a title is chosen', async () => {
  const { id } = await upload(service, diary);
  const path = `/import/${String(id)}`;
  expect(await pageOf(path)).toContain('Add 1 entry');
  await store(service, id);
  const stored = await pageOf(path);
  expect(stored).toContain('1 viewing added. 1 rating added.');
  expect(stored).toContain('Ready to add: 1. Already there: 1.');
  expect(stored).not.toContain('Add 1 entry');
  const question = { type: 'movie', title: 'Nobody knows', year: 2010 };
  await choose(service, id, question, 'leave');
  expect(await pageOf(path)).not.toContain('Add 1 entry');
});

test('ratings are counted, on the page of the import and in the list', async () => {
  const { id } = await upload(service, ratings);
  expect(await pageOf(`/import/${String(id)}`)).toContain('Add 2 entries');
  await store(service, id);
  for (const path of ['/import', `/import/${String(id)}`]) {
    expect(await pageOf(path)).toContain('2 ratings added.');
    expect(await pageOf(path)).not.toContain('viewings added');
  }
  const again = await upload(service, ratings);
  expect(again).toMatchObject({ ready: 2, known: 2, waiting: 0 });
});

test('a viewing that is known is still ready for its rating', async () => {
  await store(service, (await upload(service, diary.replace(',4\n', ',\n')))['id']);
  expect(await upload(service, diary)).toMatchObject({ ready: 1, known: 1, waiting: 1 });
});
