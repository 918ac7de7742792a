// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import type { Definition } from '../../../src/protocol/definition/definition';
import { largestList, largestRelease } from '../../../src/protocol/tracker/connector-catalogue';
import { createKeyPair } from '../../../src/protocol/tracker/signatures';
import { endTrials } from '../../../src/options/catalogue/look-at-catalogue';
import { createTrackerWorld } from './tracker-world';

// What somebody can do who stands between an installation and its tracker, who has stolen its key, or whom a
// reviewer has believed. In every case the connector of before stays in force, with the reason.

const page = (selector: string) => ({
  kind: 'watch',
  match: { path: '^/watch/' },
  item: { type: [{ constant: 'movie' }], title: [{ text: selector }] },
  generic: false as const,
});
const definition = {
  version: 1,
  id: 'example',
  name: 'Example',
  hosts: ['www.example.test'],
  pages: [page('.title')],
  verified: { date: null, how: 'never' },
};
const film = {
  name: 'film',
  html: '<h1 class="title">Sintel</h1><h2 class="name">Sintel</h2><video></video>',
  case: {
    about: 'a film',
    covers: 'film',
    url: 'https://www.example.test/watch/1',
    videos: [{ selector: 'video', duration: 5400, position: 60 }],
    expect: { item: { type: 'movie', title: 'Sintel' } },
  },
};
const packaged = definition as unknown as Definition;
const repaired = { definition: { ...definition, pages: [page('.name')] }, cases: [film] };
const other = { definition: { ...definition, pages: [page('h2')] }, cases: [film] };

let tracker: Awaited<ReturnType<typeof createTrackerWorld>>;
beforeEach(async () => {
  tracker = await createTrackerWorld(packaged);
});

const readsTitleBy = () => {
  const source = tracker.inForce('example')?.pages[0]?.item.title?.[0];
  return source && 'text' in source ? source.text : undefined;
};
const held = () => tracker.known().sites['example']?.held;

test('a repaired connector is in force, on trial, with the one before beside it', async () => {
  const sha256 = await tracker.publish(repaired);
  expect(await tracker.update()).toBe(true);
  expect(readsTitleBy()).toBe('.name');
  expect(tracker.connectors()['example']).toMatchObject({ trial: sha256 });
  expect(tracker.known().sites['example']).toEqual({
    inForce: { version: 1, sha256, since: tracker.state.now },
  });
  tracker.state.asked.length = 0;
  expect(await tracker.update()).toBe(false);
  expect(tracker.state.asked).toEqual(['/connectors/catalogue', '/connectors/lists']);
});

describe('a list is refused', () => {
  beforeEach(async () => {
    await tracker.publish(repaired);
    await tracker.update();
  });
  const attack = async (refused: string) => {
    expect(await tracker.update()).toBe(false);
    expect(tracker.known().refused).toBe(refused);
    expect(readsTitleBy()).toBe('.name');
  };

  test('that is older than the one before', async () => {
    await tracker.publish(other);
    await tracker.update();
    tracker.state.sequence = 1;
    tracker.state.list = [];
    expect(await tracker.update()).toBe(false);
    expect(tracker.known().refused).toBe('older');
    expect(readsTitleBy()).toBe('h2');
  });

  test('that has the number of the one before, and other content', async () => {
    await tracker.publish(other);
    tracker.state.sequence -= 1;
    await attack('damaged');
  });

  test('of a tracker that was used before another one, with an older number or another key', async () => {
    await tracker.publish(other);
    await tracker.update();
    const pair = tracker.state.pair;
    tracker.state.pair = await createKeyPair();
    tracker.state.sequence += 5;
    const elsewhere = 'https://other.example/api/v1';
    await tracker.update(elsewhere);
    expect(tracker.known()).toMatchObject({ tracker: elsewhere, key: tracker.state.pair.key });
    await tracker.update();
    expect(tracker.known()).toMatchObject({ refused: 'other_key', key: pair.key });
    tracker.state.pair = pair;
    tracker.state.sequence = 1;
    await tracker.update();
    expect(tracker.known().refused).toBe('older');
  });

  test('that another key has signed, until the person believes it', async () => {
    tracker.state.pair = await createKeyPair();
    await tracker.publish(other);
    await attack('other_key');
    expect(tracker.known().offeredKey).toBe(tracker.state.pair.key);
  });

  test('that was changed after it was signed', async () => {
    tracker.state.tamper = (_, text) => text.replace('\\"share\\":100', '\\"share\\":99');
    await attack('signature');
  });

  test('that has expired', async () => {
    tracker.state.sequence += 1;
    tracker.state.expiresAt = tracker.state.now;
    await attack('expired');
  });

  test('that has expired since it was taken, whoever says that nothing has changed', async () => {
    tracker.state.isUnchanged = true;
    tracker.state.now += 13 * 86_400_000;
    expect(await tracker.update()).toBe(false);
    expect(tracker.known().refused).toBeUndefined();
    tracker.state.now += 86_400_000;
    await attack('expired');
    tracker.state.isUnchanged = false;
    tracker.state.sequence += 1;
    expect(await tracker.update()).toBe(false);
    expect(tracker.known().refused).toBeUndefined();
  });

  test('that is cut', async () => {
    tracker.state.tamper = (_, text) => text.slice(0, -20);
    await attack('damaged');
  });

  test('that is too large, without being read to its end', async () => {
    tracker.state.tamper = (_, text) => text + ' '.repeat(largestList);
    await attack('too_large');
  });

  test('of a tracker that does not answer', async () => {
    tracker.state.tamper = () => {
      throw new TypeError('offline');
    };
    await attack('unreachable');
  });
});

describe('a connector is refused', () => {
  const attack = async (why: string, detail?: RegExp) => {
    expect(await tracker.update()).toBe(false);
    expect(held()).toMatchObject({ why });
    if (detail !== undefined) expect(JSON.stringify(held())).toMatch(detail);
    expect(readsTitleBy()).toBe('.title');
    // The reason is known: the same file is not asked for again.
    tracker.state.asked.length = 0;
    await tracker.update();
    expect(tracker.state.asked).toEqual(['/connectors/catalogue', '/connectors/lists']);
  };
  const publish = (change: object, cases: readonly object[] = [film]) =>
    tracker.publish({ definition: { ...repaired.definition, ...change }, cases });

  test('whose file is cut', async () => {
    await tracker.publish(repaired);
    tracker.state.tamper = (url, text) => (url.endsWith('catalogue') ? text : text.slice(0, -1));
    await attack('damaged');
  });

  test('whose file is the one of another', async () => {
    await tracker.publish(repaired);
    tracker.state.tamper = (url, text) => (url.endsWith('catalogue') ? text : JSON.stringify(other));
    await attack('damaged');
  });

  test('whose file names another site than the list', async () => {
    await tracker.publish({ ...repaired, definition: { ...repaired.definition, id: 'bank' } });
    tracker.state.list = tracker.state.list.map((one) => ({ ...one, id: 'example' }));
    await attack('damaged');
  });

  test('whose file is too large', async () => {
    await tracker.publish(repaired);
    tracker.state.tamper = (url, text) =>
      url.endsWith('catalogue') ? text : text + ' '.repeat(largestRelease);
    await attack('too_large');
  });

  test('with an expression that takes seconds', async () => {
    await publish({ pages: [{ ...page('.name'), match: { path: '^/(a+)+$' } }] });
    await attack('checker', /pages\[0\]\.match\.path/);
  });

  test('that sends by POST', async () => {
    const endpoints = { item: { urls: ['https://www.example.test/item'], method: 'POST', body: {} } };
    await publish({ endpoints });
    await attack('checker', /POST/);
  });

  test('with script in it', async () => {
    await publish({ script: 'alert(1)' });
    await attack('checker', /script/);
  });

  test('that does not read its own saved page', async () => {
    await publish({ pages: [page('.missing')] });
    await attack('cases');
  });

  test('without a saved page', async () => {
    await publish({}, []);
    await attack('cases');
  });
});

describe('a connector that reaches more waits for the person', () => {
  const api = { apiHosts: ['api.example.test'] };
  const endpoint = (more: object = {}) => ({
    ...api,
    endpoints: { item: { urls: ['https://api.example.test/item'], ...more } },
  });
  test.each([
    ['a new host', { hosts: ['www.example.test', 'mail.example.test'] }, ['host mail.example.test']],
    ['a new address', endpoint(), ['api-host api.example.test', 'endpoint https://api.example.test/item']],
    [
      'cookies for another host',
      endpoint({ credentials: true }),
      [
        'api-host api.example.test',
        'endpoint https://api.example.test/item',
        'cookies https://api.example.test/item',
      ],
    ],
    [
      'a header',
      endpoint({ headers: { 'x-key': 'a' } }),
      ['api-host api.example.test', 'endpoint https://api.example.test/item', 'header x-key: a'],
    ],
    [
      'a key of the storage',
      { pages: [{ ...page('.name'), identity: [{ storage: 'token' }] }] },
      ['storage token'],
    ],
    [
      'a path of the page’s scripts',
      { pages: [{ ...page('.name'), identity: [{ pageWorld: 'player.getId()' }] }] },
      ['page-world player.getId()'],
    ],
    [
      'a frame of another host',
      { frames: [{ hosts: ['player.example.net'], player: {} }] },
      ['frame player.example.net'],
    ],
  ])('%s', async (_, change, reach) => {
    const sha256 = await tracker.publish({ ...repaired, definition: { ...repaired.definition, ...change } });
    expect(await tracker.update()).toBe(false);
    expect(held()).toMatchObject({ why: 'wider', sha256 });
    expect(held()?.reach?.map(({ kind, value }) => `${kind} ${value}`)).toEqual(reach);
    expect(readsTitleBy()).toBe('.title');
  });

  test('and so does one of a site that the package does not have', async () => {
    const site = { ...repaired.definition, id: 'new-site', hosts: ['new.example.test'] };
    await tracker.publish({ definition: site, cases: [film] });
    await tracker.update();
    expect(tracker.known().sites['new-site']?.held).toMatchObject({
      why: 'wider',
      name: 'Example',
      reach: [
        { kind: 'host', value: 'new.example.test' },
        { kind: 'page', value: '^/watch/' },
      ],
    });
    expect(tracker.connectors()).toEqual({});
  });
});

describe('an update that would read more of the site than what plays', () => {
  const account = { match: { path: '^/account' }, kind: 'account', generic: false as const };
  const email = { attribute: '[type=email]', name: 'data-email' };
  const item = { type: [{ constant: 'movie' }], title: [{ text: 'h1' }] };
  test.each([
    ['another page', { pages: [page('.name'), { ...account, item }] }],
    ['every page', { pages: [{ ...page('.name'), match: { path: '^/' } }] }],
    ['an attribute that is not shown', { pages: [{ ...page('.name'), item: { ...item, title: [email] } }] }],
    ['addresses of requests', { pages: [{ ...page('.name'), values: { a: [{ request: 'token=(.*)' }] } }] }],
    [
      'script elements',
      { pages: [{ ...page('.name'), values: { a: [{ scriptJson: '#a', path: '$.b' }] } }] },
    ],
    ['videos of any length', { pages: [{ ...page('.name'), player: { minDuration: 0 } }] }],
  ])('waits: %s', async (_, change) => {
    await tracker.publish({ definition: { ...definition, ...change }, cases: [film] });
    await tracker.update();
    expect(held()).toMatchObject({ why: 'wider' });
    expect(readsTitleBy()).toBe('.title');
  });

  test('is refused where it names what a person fills in', async () => {
    const input = { attribute: 'input[type=email]', name: 'value' };
    const changed = { ...definition, pages: [{ ...page('.name'), item: { ...item, title: [input] } }] };
    await tracker.publish({ definition: changed, cases: [film] });
    await tracker.update();
    expect(held()).toMatchObject({ why: 'checker' });
  });
});

describe('stopped at any step of what it waits for', () => {
  test('an update leaves all connectors of before or all of after', async () => {
    await tracker.publish(repaired);
    await tracker.update();
    const second = { ...repaired.definition, id: 'second' };
    await tracker.publish(other);
    tracker.state.list = tracker.state.list.slice(1);
    await tracker.publish({ definition: second, cases: [film] });
    // The stored state, the list, and of two sites the connector of before, the file and the saved page.
    expect(await stopAtEachStep(tracker.update)).toBeGreaterThan(6);
    expect(readsTitleBy()).toBe('h2');
  });

  test('the end of trials puts one back whole, or not yet', async () => {
    const trial = await tracker.publish(repaired);
    await tracker.update();
    tracker.values['trials'] = { example: { trial, good: 0, worse: 2 } };
    expect(await stopAtEachStep(() => endTrials(tracker.world.area))).toBeGreaterThan(4);
    expect(readsTitleBy()).toBe('.title');
    expect(held()).toMatchObject({ why: 'put_back' });
  });

  /**
   * Stops the work at its first step, at its second and so on, from the same stored values, until it passes.
   * Returns how often it was stopped; each time nothing may be stored of it.
   */
  async function stopAtEachStep(work: () => Promise<boolean>): Promise<number> {
    const before = structuredClone(tracker.values);
    for (let stopped = 0; ; stopped += 1) {
      Object.assign(tracker.state, { steps: 0, stopAt: stopped + 1 });
      const isWhole = await work().catch(() => undefined);
      // A step that was refused for a reason of its own is not the end of the work.
      if (tracker.state.steps <= stopped) return stopped;
      const hasStored = JSON.stringify(tracker.values) !== JSON.stringify(before);
      expect(hasStored, `stopped at step ${stopped + 1}`).toBe(isWhole !== undefined);
      for (const key of Object.keys(tracker.values)) delete tracker.values[key];
      Object.assign(tracker.values, structuredClone(before));
    }
  }
});

describe('a version of the tracker that was replaced', () => {
  test('stays in force where the newer one is refused', async () => {
    await tracker.publish(repaired);
    await tracker.update();
    await tracker.publish({ ...other, cases: [] });
    tracker.state.list = tracker.state.list.slice(1);
    expect(await tracker.update()).toBe(false);
    expect(held()).toMatchObject({ why: 'cases', version: 2 });
    expect(readsTitleBy()).toBe('.name');
  });

  test.each([
    ['comes back where the newer one reads worse on trial', 2, '.name'],
    ['does not where the newer one reads as well', 0, 'h2'],
  ])('%s', async (_, worse, selector) => {
    await tracker.publish(repaired);
    await tracker.update();
    const trial = await tracker.publish(other);
    tracker.state.list = tracker.state.list.slice(1);
    await tracker.update();
    expect(readsTitleBy()).toBe('h2');
    tracker.values['trials'] = { example: { trial, good: 20, worse } };
    expect(await endTrials(tracker.world.area)).toBe(true);
    expect(readsTitleBy()).toBe(selector);
    expect(tracker.connectors()['example']?.trial).toBeUndefined();
    // The next update does not take it again.
    expect(await tracker.update()).toBe(false);
    expect(readsTitleBy()).toBe(selector);
  });
});

describe('the share', () => {
  test('is the same answer for one installation, and about a tenth of many', async () => {
    let taken = 0;
    for (let count = 0; count < 200; count += 1) {
      const one = await createTrackerWorld(packaged);
      await one.publish(repaired, 10);
      taken += Number(await one.update());
      expect(await one.update()).toBe(false);
    }
    expect(taken).toBeGreaterThan(5);
    expect(taken).toBeLessThan(45);
  });

  test('a version that was taken back, or is retired, leaves the packaged one', async () => {
    await tracker.publish(repaired);
    await tracker.update();
    tracker.state.retired = ['example'];
    tracker.state.sequence += 1;
    expect(await tracker.update()).toBe(true);
    expect(readsTitleBy()).toBe('.title');
    expect(tracker.connectors()).toEqual({});
  });
});
