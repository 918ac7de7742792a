import { describe, expect, it } from 'vitest';
import { pickVideo } from '../../../src/content/player/observe-page';
import { readClock } from '../../../src/content/player/read-clock';
import { toSeconds } from '../../../src/content/reading-aid/read-own-clock';
import { isLive, readGate } from '../../../src/content/reader/read-source';
import type { ReadContext } from '../../../src/content/reader/context';
import { createMemory } from '../../../src/content/reader/memory';
import type { Definition, PlayerDefinition } from '../../../src/protocol/definition/definition';
import type { Playback } from '../../../src/core/session/observation';
import { openSavedPage, type SavedPage, type Situation } from '../../../scripts/connector/saved-page';

const definition: Definition = {
  version: 1,
  id: 'any',
  name: 'Any',
  hosts: ['a.example'],
  pages: [{ kind: 'x', match: { path: '/' }, item: {} }],
  verified: { date: null, how: 'never' },
};
const url = new URL('https://a.example/watch/42');

async function withPage<T>(
  html: string,
  situation: Situation,
  use: (saved: SavedPage, context: ReadContext) => T | Promise<T>,
): Promise<T> {
  const saved = openSavedPage(url.href);
  try {
    saved.show(html);
    saved.setSituation(situation);
    return await use(saved, {
      ...saved.world(definition, url),
      url,
      definition,
      memory: createMemory(),
      now: 1_000,
      values: {},
    });
  } finally {
    await saved.close();
  }
}

describe('the video that counts', () => {
  const pick = (
    html: string,
    videos: NonNullable<Situation['videos']>,
    player: PlayerDefinition = {},
    hidden: readonly string[] = [],
  ) => withPage(html, { videos, hidden: [...hidden] }, ({ document }) => pickVideo(document, player)?.id);

  it('is the playing one, then the largest', async () => {
    const html = '<video id="a"></video><video id="b"></video>';
    expect(
      await pick(html, [
        { selector: '#a', duration: 100, paused: true },
        { selector: '#b', duration: 100, width: 200, height: 100 },
      ]),
    ).toBe('b');
    expect(
      await pick(html, [
        { selector: '#a', duration: 100 },
        { selector: '#b', duration: 100, width: 200, height: 100 },
      ]),
    ).toBe('a');
  });

  it('is none that has loaded nothing, is short, loops silently, is hidden or excluded', async () => {
    const one = '<div class="preview"><video id="a"></video></div>';
    expect(await pick(one, [])).toBeUndefined();
    expect(await pick(one, [{ selector: '#a', duration: 59 }])).toBeUndefined();
    expect(await pick(one, [{ selector: '#a', duration: 100, muted: true, loop: true }])).toBeUndefined();
    expect(await pick(one, [{ selector: '#a', duration: 100, width: 0, height: 0 }])).toBeUndefined();
    expect(await pick(one, [{ selector: '#a', duration: 100 }], { exclude: ['.preview'] })).toBeUndefined();
    expect(await pick(one, [{ selector: '#a', duration: 100 }], { inFrame: true })).toBeUndefined();
    expect(await pick(one, [{ selector: '#a', duration: 59 }], { minDuration: 30 })).toBe('a');
  });

  it('is of the first selector that finds a usable one, else any', async () => {
    const html = '<video id="a"></video><div id="p"><video id="b"></video></div>';
    const videos = [
      { selector: '#a', duration: 100 },
      { selector: '#b', duration: 100, paused: true },
    ];
    expect(await pick(html, videos, { video: ['#none', '#p'] })).toBe('b');
    expect(await pick(html, [{ selector: '#a', duration: 100 }], { video: ['#p'] })).toBe('a');
    expect(await pick(html, videos, { video: ['#[['] })).toBe('a');
  });

  it('is no other where the definition says so', async () => {
    const html = '<video id="a"></video><div id="p"></div>';
    expect(
      await pick(html, [{ selector: '#a', duration: 100 }], { video: ['#p video'], only: true }),
    ).toBeUndefined();
    expect(
      await pick(html, [{ selector: '#a', duration: 100 }], { video: ['#p video', '#a'], only: true }),
    ).toBe('a');
  });

  it('is found in shadow roots, by a path or by searching them all', async () => {
    const html =
      '<x-p><template shadowrootmode="open"><x-q><template shadowrootmode="open"><video id="a"></video></template></x-q></template></x-p>';
    const videos = [{ selector: 'x-p >> x-q >> video', duration: 100 }];
    expect(await pick(html, videos)).toBeUndefined();
    expect(await pick(html, videos, { shadow: true })).toBe('a');
    expect(await pick(html, videos, { video: ['x-p >> x-q'] })).toBe('a');
  });

  it('is excluded also when what surrounds it stands outside its shadow root', async () => {
    const html =
      '<div class="preview"><x-p><template shadowrootmode="open"><video id="a"></video></template></x-p></div>';
    expect(
      await pick(html, [{ selector: 'x-p >> video', duration: 100 }], {
        shadow: true,
        exclude: ['.preview'],
      }),
    ).toBeUndefined();
  });
});

describe('the clock', () => {
  const read = (html: string, situation: Situation, player: PlayerDefinition = {}) =>
    withPage(html, situation, ({ document }, context) =>
      readClock(document.querySelector('video') as HTMLVideoElement, player, context),
    );

  it("is the element's own", async () => {
    expect(
      await read('<video></video>', {
        videos: [
          { selector: 'video', duration: 100, position: 5, paused: true, source: 'blob:secret-token' },
        ],
      }),
    ).toEqual({
      state: 'paused',
      position: 5,
      duration: 100,
      rate: 1,
      at: 1_000,
      source: expect.stringMatching(/^[0-9a-z]{1,8}$/) as string,
    });
  });

  const clock: PlayerDefinition['clock'] = {
    position: [{ text: '.now' }],
    duration: [{ text: '.end' }],
    paused: [{ exists: '.play-button' }],
  };
  const shown = '<video></video><i class="now">10:00</i><i class="end">1:00:00</i>';

  it('is read where the definition says, with its pause', async () => {
    const videos = [{ selector: 'video', duration: 'Infinity' as const, position: 30 }];
    expect(await read(shown, { videos }, { clock })).toMatchObject({
      position: 600,
      duration: 3_600,
      state: 'playing',
    });
    expect(await read(`${shown}<i class="play-button"></i>`, { videos }, { clock })).toMatchObject({
      state: 'paused',
    });
  });

  it('is unknown before it was ever seen, unless the element tells a whole duration', async () => {
    expect(
      await read(
        '<video></video>',
        { videos: [{ selector: 'video', duration: 'Infinity', position: 30 }] },
        { clock },
      ),
    ).toBeUndefined();
    expect(
      await read(
        '<video></video>',
        { videos: [{ selector: 'video', duration: 2_400, position: 30 }] },
        { clock },
      ),
    ).toMatchObject({ position: 30, duration: 2_400 });
  });

  it('goes on with the element between two sightings, stands still while paused, and ends at the end', async () => {
    const positions = await withPage(
      shown,
      { videos: [{ selector: 'video', duration: 'Infinity', position: 30 }] },
      async (saved, context) => {
        const at = async (
          now: number,
          position: number,
          html?: string,
          paused = false,
        ): Promise<Playback | undefined> => {
          if (html !== undefined) saved.show(html);
          saved.setSituation({ videos: [{ selector: 'video', duration: 'Infinity', position, paused }] });
          return readClock(
            saved.document.querySelector('video') as HTMLVideoElement,
            { clock },
            { ...context, now },
          );
        };
        const steps = [
          await at(0, 30, shown),
          await at(10_000, 40, '<video></video>'),
          await at(20_000, 3),
          await at(30_000, 3, undefined, true),
          await at(90_000, 3, undefined, true),
          await at(9_000_000, 900),
        ];
        return steps.map((step) => step?.position);
      },
    );
    expect(positions).toEqual([600, 610, 620, 620, 620, 1_517]);
  });

  it.each<readonly [unknown, number | undefined]>([
    [12.5, 12.5],
    ['90', 90],
    ['12:34', 754],
    ['1:02:03', 3_723],
    ['-12:34', 754],
    ['12:34 / 45:00', 754],
    ['Infinity', Infinity],
    ['soon', undefined],
    [-1, undefined],
    [Number.NaN, undefined],
    [undefined, undefined],
    [{}, undefined],
  ])('%j as time is %j', (value, seconds) => {
    expect(toSeconds(value)).toBe(seconds);
  });
});

describe('what plays is not the title', () => {
  const gate = (html: string, player: PlayerDefinition) =>
    withPage(html, {}, (_, context) => readGate(player, context));

  it('when a test of the definition holds, the advertisement first', async () => {
    const player: PlayerDefinition = {
      ad: [{ exists: '.ad' }],
      live: [{ text: '.badge', guards: [{ equals: 'live' }] }],
      trailer: [{ exists: '.trailer' }],
    };
    expect(await gate('<i class="ad"></i><i class="trailer"></i>', player)).toBe('ad');
    expect(await gate('<i class="badge">LIVE</i>', player)).toBe('live');
    expect(await gate('<i class="badge">HD</i><i class="trailer"></i>', player)).toBe('trailer');
    expect(await gate('<i class="badge">HD</i>', player)).toBeUndefined();
  });

  it.each([
    [{ position: 5, duration: Infinity }, 'live'],
    [{ position: 5, duration: 9_007_199_254_740_991 }, 'live'],
    [{ position: 1_700_000_000, duration: 3_600 }, 'live'],
    [{ position: 5, duration: 43_201 }, 'live'],
    [{ position: 5, duration: 43_200 }, undefined],
    [{ position: 5, duration: 0 }, undefined],
  ] as const)('%j is %s', (playback, expected) => {
    expect(isLive(playback)).toBe(expected === 'live');
  });
});
