import { describe, expect, test } from 'vitest';
import { filmRecord, useFilmDatabase } from './with-film-database';

// What several people ask of one source at the same time: test/service/catalogue/tmdb/request-rate.test.ts
// has the pace itself.

const many = Array.from({ length: 60 }, (_, index) =>
  filmRecord(1000 + index, `Sixty Films ${String(index)}`),
);
const database = useFilmDatabase({ data: { works: [...many, filmRecord(7, 'Alone at Last')], decoys: [] } });

describe('a hundred titles of one person', () => {
  test('hold up the title of another by a moment', async () => {
    const { service } = database;
    const ben = await service.store.users.add('ben', 'correct horse battery', 'member');
    const key = await service.store.keys.create(ben?.id ?? '', 'sk', 'Phone', { scope: 'all' });
    let answered = 0;
    const hundred = many.map(({ original_title: title }) =>
      database.resolve({ type: 'movie', title }).then((answer) => {
        answered += 1;
        return answer.status;
      }),
    );
    const own = await service.call('POST', '/matinee/resolve', {
      key,
      body: { type: 'movie', title: 'Alone at Last' },
    });
    const before = answered;
    expect(own.status).toBe(200);
    expect(JSON.stringify(own.body)).toContain('Alone at Last');
    // Two requests each, and both take turns.
    expect(before).toBeLessThan(15);
    expect(new Set(await Promise.all(hundred))).toContain(200);
  });
});
