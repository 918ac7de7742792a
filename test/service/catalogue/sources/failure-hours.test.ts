import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import type { OpenFacts } from '../../../support/free-sources/open-facts';
import type { SourceName } from '../../../support/free-sources/start-free-sources';
import { useFreeSources } from '../with-free-sources';

const facts: OpenFacts[] = Array.from({ length: 40 }, (_, index) => ({
  wikidataId: `Q${String(500 + index)}`,
  kind: index % 2 === 0 ? 'movie' : 'tv',
  tmdbId: 7000 + index,
  tvmazeId: 8000 + index,
  labels: { en: nameOf(index) },
  year: 1990 + (index % 30),
  minutes: 100,
  sitelinks: 30,
  seasons: { 1: 8 },
}));

function nameOf(index: number): string {
  const first = ['Amber', 'Birch', 'Copper', 'Delta', 'Ember', 'Fjord', 'Garnet', 'Harbour'];
  const second = ['Kingdom', 'Letters', 'Mountain', 'Orchard', 'Passage'];
  return `${first[index % 8] ?? ''} ${second[Math.floor(index / 8)] ?? ''}`;
}

const tracker = useFreeSources(facts, { isLimited: true });

/** What a source may do to a question, for an hour. */
const TROUBLES = {
  'is down': (response: ServerResponse) => {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>');
    return true;
  },
  limits: (response: ServerResponse) => {
    response.writeHead(429, { 'retry-after': '30' }).end();
    return true;
  },
  lies: (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"entities":[],"query":7,"id":"x"}');
    return true;
  },
  'ends in mid-answer': (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
    response.write('{"query":{"search":[', () => response.destroy());
    return true;
  },
};
const names: readonly SourceName[] = ['wikidata', 'tvmaze'];
const cases = names.flatMap((name) =>
  Object.entries(TROUBLES).map(([trouble, fault]) => [name, trouble, fault] as const),
);

const questionOf = ({ kind, labels, year }: OpenFacts) =>
  kind === 'movie'
    ? { type: 'movie', title: labels['en'], year, language: 'en' }
    : { type: 'episode', seriesTitle: labels['en'], seasonNumber: 1, episodeNumber: 3, language: 'en' };

it.each(cases)(
  '%s %s for an hour: no question is lost, no answer is wrong',
  async (name, _trouble, fault) => {
    const { sources, clock, service } = tracker;
    const pass = (ms: number) => {
      clock.pass(ms);
      service.wait(ms / 1000);
    };
    sources.faults[name] = fault;
    const open = new Set(facts);
    const ask = async () => {
      for (const one of open) {
        const { status, body } = await tracker.resolve(questionOf(one));
        if (status !== 200) expect([502, 503]).toContain(status);
        // An answer is right, or there is none.
        else expect(body.data?.['tmdbId']).toBe(one.tmdbId);
        if (status === 200) open.delete(one);
        const update = { type: 'movie', tmdbId: 1, progress: 60, duration: 6000 };
        expect((await service.scrobble(update)).status).toBe(200);
      }
    };
    // Clients ask again after minutes.
    for (let minute = 0; minute < 60; minute += 6) {
      await ask();
      pass(6 * 60_000);
    }
    const during = sources.log[name].length;
    delete sources.faults[name];
    for (let minute = 0; minute < 60 && open.size > 0; minute += 6) {
      await ask();
      pass(6 * 60_000);
    }
    expect([...open].map(({ labels }) => labels['en'])).toEqual([]);
    // It was left alone while it could not answer: 40 questions, ten times.
    expect(during).toBeLessThanOrEqual(60);
    expect(clock.mostWithin('tvmaze', 10_000)).toBeLessThanOrEqual(20);
    expect(clock.mostWithin('wikidata', 1000)).toBeLessThanOrEqual(5);
  },
);

it('a source that takes 10 s holds up no update, and its question is asked again', async () => {
  const [film] = facts;
  if (film === undefined) throw new Error('no facts');
  let answers = 0;
  tracker.sources.faults.wikidata = async (response) => {
    await new Promise((resolve) => {
      const answering = setTimeout(resolve, 10_000);
      response.once('close', () => {
        clearTimeout(answering);
        resolve(undefined);
      });
    });
    answers += 1;
    return response.destroyed;
  };
  let isAnswered = false;
  const question = tracker.resolve(questionOf(film)).then((answer) => {
    isAnswered = true;
    return answer;
  });
  const began = performance.now();
  const update = { type: 'movie', tmdbId: 1, progress: 60, duration: 6000 };
  expect((await tracker.service.scrobble(update)).status).toBe(200);
  expect(isAnswered, 'the source is still busy').toBe(false);
  expect((await question).status).toBe(502);
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(answers).toBeGreaterThan(0);
  delete tracker.sources.faults.wikidata;
  tracker.clock.pass(600_000);
  expect((await tracker.resolve(questionOf(film))).body.data?.['tmdbId']).toBe(film.tmdbId);
});
