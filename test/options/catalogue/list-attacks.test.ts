import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCase } from '../../../scripts/connector/run-case';
import { deepEqual } from '../../../src/core/values/deep-equal';
import type { CatalogueWorld } from '../../../src/options/catalogue/update-catalogue';
import type { CaseRun } from '../../../src/options/workbench/cases/case-runner';
import { newOwnList } from '../../../src/options/catalogue/follow-lists';
import { readListAddress } from '../../../src/protocol/connector-list/list-address';
import type { ListSignature } from '../../../src/protocol/connector-list/metadata';
import type { Definition } from '../../../src/protocol/definition/definition';
import { sha256Of } from '../../../src/protocol/tracker/signatures';
import { createPublicList, signedText, type PublicList } from '../../support/connector-list/public-list';
import { createTrackerWorld } from './tracker-world';

// What somebody can do who serves a public list, stands between, or has stolen keys of it. In every case the
// connector of before stays in force, with the reason. One entry of the table is one attack.

const HOST = 'https://list.example/connectors';
const DAY = 86_400_000;
const page = (selector: string) => ({
  kind: 'watch',
  match: { path: '^/watch/' },
  item: { type: [{ constant: 'movie' }], title: [{ text: selector }] },
  generic: false as const,
});
const definition = (selector: string, more: object = {}) => ({
  version: 1,
  id: 'example',
  name: 'Example',
  hosts: ['www.example.test'],
  pages: [page(selector)],
  verified: { date: null, how: 'never' },
  ...more,
});
const film = {
  name: 'film',
  about: 'a film',
  covers: 'film',
  url: 'https://www.example.test/watch/1',
  html: [
    '<!-- Not a recording. -->',
    '<h1 class="title">Sintel</h1><h2 class="name">Sintel</h2><video></video>',
  ],
  videos: [{ selector: 'video', duration: 5400, position: 60 }],
  expect: { item: { type: 'movie', title: 'Sintel' } },
};
const connector = (selector: string, more: object = {}) => ({
  definition: definition(selector, more),
  cases: [film],
});
const packaged = definition('.title') as unknown as Definition;

type Files = Map<string, string>;
interface MetadataFile {
  readonly signed: Record<string, unknown>;
  readonly signatures: readonly ListSignature[];
}

let world: Awaited<ReturnType<typeof createTrackerWorld>>;
let list: PublicList;

beforeEach(async () => {
  world = await createTrackerWorld(packaged);
  // By documents of its own: the folder of the list needs the files of this computer.
  Object.assign(world.world, { replay });
  list = await createPublicList(() => world.state.now);
  await list.publish([connector('.title')]);
  await list.publish([connector('.name')]);
  await subscribe(list, HOST);
  await world.updateSignedOut();
  expect(readsTitleBy()).toBe('.name');
});
afterEach(() => list.remove());

const replay: CatalogueWorld['replay'] = async (read, one) => {
  const results = await runCase(read, { ...one, pages: one.pages ?? {} });
  const [first] = results;
  const { item } = (first?.actual ?? {}) as { item?: CaseRun['item'] };
  return {
    passed: results.every(({ expected, actual }) => deepEqual(expected, actual)),
    item: item ?? {},
  } as CaseRun;
};

/** The person has entered the address with its id. */
async function subscribe(one: PublicList, base: string, id?: string): Promise<void> {
  world.state.served[base] = one.files();
  const address = readListAddress(`${base}#${id ?? (await one.id())}`);
  if (address === undefined) throw new Error('no address');
  const added = await newOwnList({ ...world.world }, address);
  world.values['catalogue'] = { ...world.known(), lists: [added, ...world.known().lists] };
}

const readsTitleBy = () => {
  const source = world.inForce('example')?.pages[0]?.item.title?.[0];
  return source && 'text' in source ? source.text : undefined;
};
const listState = () => world.known().lists[0];
const parse = (files: Files, name: string) => JSON.parse(files.get(name) ?? '') as MetadataFile;

/** The served files after a change, signed again with these keys up to the timestamp. */
async function forge(
  files: Files,
  change: { readonly targets?: object; readonly snapshot?: object; readonly timestamp?: object },
  keys: { readonly targets: readonly string[]; readonly machine: readonly string[] },
): Promise<void> {
  const number = (kind: string) =>
    Math.max(
      ...[...files.keys()]
        .flatMap((name) => new RegExp(`^(\\d+)\\.${kind}`).exec(name)?.[1] ?? [])
        .map(Number),
    );
  const targets = {
    ...parse(files, `${number('targets')}.targets.json`).signed,
    version: number('targets') + 1,
    ...change.targets,
  };
  const targetsText = await signedText(targets, keys.targets);
  files.set(`${String(targets.version)}.targets.json`, targetsText);
  const snapshot = {
    ...parse(files, `${number('snapshot')}.snapshot.json`).signed,
    version: number('snapshot') + 1,
    meta: { 'targets.json': await metaOf(targetsText, targets.version) },
    ...change.snapshot,
  };
  const snapshotText = await signedText(snapshot, keys.machine);
  files.set(`${String(snapshot.version)}.snapshot.json`, snapshotText);
  const before = parse(files, 'timestamp.json').signed;
  const timestamp = {
    ...before,
    version: Number(before['version']) + 1,
    meta: { 'snapshot.json': await metaOf(snapshotText, snapshot.version) },
    ...change.timestamp,
  };
  files.set('timestamp.json', await signedText(timestamp, keys.machine));
}

async function metaOf(text: string, version: number) {
  return { version, length: text.length, hashes: { sha256: await sha256Of(text) } };
}

const poisoned = async () => {
  const text = JSON.stringify({ definition: definition('.evil'), cases: [] });
  const sha256 = await sha256Of(text);
  const custom = { version: 9, hosts: ['www.example.test'], share: 100, reading: '0'.repeat(64) };
  return { sha256, text, targets: { 'example.json': { length: text.length, hashes: { sha256 }, custom } } };
};
const ada = () => list.people.ada.secret;
const ben = () => list.people.ben.secret;
const machine = () => list.machine().secret;

/** Changes what the host serves from then on; the state that was taken before is the second version. */
type Attack = (files: Files) => Promise<void> | void;

const attacks: readonly (readonly [name: string, refused: string, attack: Attack])[] = [
  [
    'a timestamp of another key',
    'signature',
    async (files) => {
      const { signed } = parse(files, 'timestamp.json');
      files.set('timestamp.json', await signedText({ ...signed, version: 9 }, [ada()]));
    },
  ],
  [
    'a timestamp that nobody has signed',
    'signature',
    async (files) => {
      const { signed } = parse(files, 'timestamp.json');
      files.set('timestamp.json', await signedText({ ...signed, version: 9 }, []));
    },
  ],
  [
    'a timestamp that was changed after it was signed',
    'signature',
    (files) => {
      files.set(
        'timestamp.json',
        (files.get('timestamp.json') ?? '').replace('"version": 2', '"version": 3'),
      );
    },
  ],
  [
    'poison that the stolen key of the machine has signed alone',
    'signature',
    async (files) => {
      const { targets } = await poisoned();
      await forge(files, { targets: { targets } }, { targets: [machine()], machine: [machine()] });
    },
  ],
  [
    'poison that one of two maintainers has signed',
    'signature',
    async (files) => {
      const { targets } = await poisoned();
      await forge(files, { targets: { targets } }, { targets: [ada()], machine: [machine()] });
    },
  ],
  [
    'poison that one maintainer has signed twice',
    'signature',
    async (files) => {
      const { targets } = await poisoned();
      await forge(files, { targets: { targets } }, { targets: [ada(), ada()], machine: [machine()] });
    },
  ],
  [
    'poison that one maintainer and the machine have signed',
    'signature',
    async (files) => {
      const { targets } = await poisoned();
      await forge(files, { targets: { targets } }, { targets: [ada(), machine()], machine: [machine()] });
    },
  ],
  [
    'signatures of one list under the content of another',
    'signature',
    async (files) => {
      const { signed, signatures } = parse(files, '2.targets.json');
      const { targets } = await poisoned();
      const text = JSON.stringify({ signed: { ...signed, version: 3, targets }, signatures });
      await forge(files, {}, { targets: [ada(), ben()], machine: [machine()] });
      files.set('3.targets.json', text);
      await pointAt(files, text);
    },
  ],
  [
    'the list of yesterday, whole',
    'older',
    async (files) => {
      const before = new Map(files);
      await list.renew();
      world.state.served[HOST] = list.files();
      await world.updateSignedOut();
      world.state.served[HOST] = before;
    },
  ],
  [
    'an older snapshot under a new timestamp',
    'older',
    async (files) => {
      const text = files.get('1.snapshot.json') ?? '';
      const meta = { 'snapshot.json': await metaOf(text, 1) };
      await forge(files, { timestamp: { meta } }, { targets: [ada(), ben()], machine: [machine()] });
    },
  ],
  [
    'older targets under a new snapshot',
    'older',
    async (files) => {
      const text = files.get('1.targets.json') ?? '';
      const meta = { 'targets.json': await metaOf(text, 1) };
      await forge(files, { snapshot: { meta } }, { targets: [ada(), ben()], machine: [machine()] });
    },
  ],
  [
    'a second timestamp with the number of the one that was seen',
    'forked',
    async (files) => {
      const { signed } = parse(files, 'timestamp.json');
      const expires = '2027-01-01T00:00:00Z';
      files.set('timestamp.json', await signedText({ ...signed, expires }, [machine()]));
    },
  ],
  [
    'a second list with the number of the one that was seen',
    'forked',
    async (files) => {
      const { targets } = await poisoned();
      await forge(
        files,
        { targets: { version: 2, targets } },
        { targets: [ada(), ben()], machine: [machine()] },
      );
    },
  ],
  [
    'a list that stands still for five days',
    'expired',
    () => {
      world.state.now += 5 * DAY;
    },
  ],
  [
    'a new timestamp over a snapshot that has expired',
    'expired',
    async (files) => {
      const snapshot = { expires: '2026-11-01T00:00:00Z' };
      await forge(files, { snapshot }, { targets: [ada(), ben()], machine: [machine()] });
    },
  ],
  [
    'a machine that goes on when the maintainers have stopped',
    'expired',
    async (files) => {
      world.state.now += 181 * DAY;
      await list.renew();
      for (const [name, text] of list.files()) files.set(name, text);
    },
  ],
  [
    'a root that has expired',
    'expired',
    () => {
      world.state.now += 366 * DAY;
    },
  ],
  [
    'a next root that only its own keys have signed',
    'other_key',
    async (files) => {
      const evil = await createPublicList(() => world.state.now);
      const { signed } = JSON.parse([...(await draftOf(evil)).values()][0] ?? '') as MetadataFile;
      const keys = Object.values(evil.people).map(({ secret }) => secret);
      files.set('2.root.json', await signedText({ ...signed, version: 2 }, keys));
      evil.remove();
    },
  ],
  [
    'a next root that one maintainer has signed',
    'other_key',
    async (files) => {
      const { signed } = parse(files, '1.root.json');
      files.set('2.root.json', await signedText({ ...signed, version: 2 }, [ada()]));
    },
  ],
  [
    'a next root that skips one',
    'older',
    async (files) => {
      const { signed } = parse(files, '1.root.json');
      files.set('2.root.json', await signedText({ ...signed, version: 3 }, [ada(), ben()]));
    },
  ],
  [
    'a threshold of one that one maintainer states',
    'other_key',
    async (files) => {
      const { signed } = parse(files, '1.root.json');
      const { roles } = signed as { roles: Record<string, object> };
      const alone = { ...roles['targets'], threshold: 1 };
      const next = { ...signed, version: 2, roles: { ...roles, targets: alone, root: alone } };
      files.set('2.root.json', await signedText(next, [ada()]));
    },
  ],
  [
    'a targets file without an end',
    'too_large',
    async (files) => {
      await list.publish([connector('h1')]);
      for (const [name, text] of list.files()) files.set(name, text);
      files.set('3.targets.json', (files.get('3.targets.json') ?? '') + ' '.repeat(10));
    },
  ],
  [
    'a timestamp of ten megabytes',
    'too_large',
    (files) => {
      files.set('timestamp.json', (files.get('timestamp.json') ?? '') + ' '.repeat(10_000_000));
    },
  ],
  [
    'a file that is no JSON',
    'damaged',
    (files) => {
      files.set('timestamp.json', '<!doctype html><title>Sign in to this network</title>');
    },
  ],
  ['a list that is gone', 'unreachable', (files) => files.clear()],
  [
    'a target outside of its folder',
    'damaged',
    async (files) => {
      const { targets } = await poisoned();
      const outside = { '../../passwords.json': targets['example.json'] };
      await forge(
        files,
        { targets: { targets: outside } },
        { targets: [ada(), ben()], machine: [machine()] },
      );
    },
  ],
];

/** Lets snapshot and timestamp name this text as the third targets. */
async function pointAt(files: Files, text: string): Promise<void> {
  const meta = { 'targets.json': await metaOf(text, 3) };
  const { signed } = parse(files, '3.snapshot.json');
  const snapshot = await signedText({ ...signed, meta }, [machine()]);
  files.set('3.snapshot.json', snapshot);
  const before = parse(files, 'timestamp.json').signed;
  const next = { ...before, meta: { 'snapshot.json': await metaOf(snapshot, 3) } };
  files.set('timestamp.json', await signedText(next, [machine()]));
}

async function draftOf(one: PublicList): Promise<Files> {
  await one.publish([connector('h1')]);
  return new Map([...one.files()].filter(([name]) => name === '1.root.json'));
}

describe('a public list is refused', () => {
  test.each(attacks)('%s', async (_, refused, attack) => {
    const files = new Map(list.files());
    world.state.served[HOST] = files;
    await attack(files);
    expect(await world.updateSignedOut()).toBe(false);
    expect(listState()).toMatchObject({ refused });
    expect(listState()?.detail).not.toBe('');
    expect(readsTitleBy()).toBe('.name');
  });

  test('that begins with other keys than the person has entered', async () => {
    const other = await createPublicList(() => world.state.now);
    await other.publish([connector('h1')]);
    const added = subscribe(other, 'https://other.example', await list.id());
    await expect(added).rejects.toMatchObject({ why: 'other_key' });
    other.remove();
  });

  test('the table has at least 25 attacks', () => {
    expect(attacks.length).toBeGreaterThanOrEqual(25);
  });
});

describe('a connector of a public list is refused', () => {
  const published = async (change: object) => {
    await list.publish([
      connector('.name'),
      { ...connector('h1', { id: 'second', hosts: ['second.example.test'] }) },
    ]);
    const files = new Map(list.files());
    for (const name of files.keys())
      if (name.includes('.second.json')) files.set(name, JSON.stringify(change));
    world.state.served[HOST] = files;
    await world.updateSignedOut();
    return world.known().sites['second']?.held;
  };

  test('whose file is another one than two maintainers have signed', async () => {
    expect(await published({ definition: definition('.evil') })).toMatchObject({ why: 'damaged' });
  });

  test('before anything of it is used: one that the package lacks waits for the person', async () => {
    await list.publish([
      connector('.name'),
      connector('h1', { id: 'second', hosts: ['second.example.test'] }),
    ]);
    world.state.served[HOST] = list.files();
    await world.updateSignedOut();
    expect(world.known().sites['second']?.held).toMatchObject({ why: 'wider', list: await list.id() });
  });
});
