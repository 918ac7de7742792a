// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { monitorPage } from '../../../src/content/page-monitor/page-monitor';
import { browser } from '../../../src/platform/browser/browser';
import type { Definition } from '../../../src/protocol/definition/definition';
import type { Report } from '../../../src/protocol/report';

/** Seconds after which a question counts as unanswered, and those of a request to the page's own site. */
const LONGEST_WAIT = 10;
const LONGEST_REQUEST = 8;

/** Messages to the worker that get no answer. */
let silent: readonly string[];
let reports: Report[];
/** Requests to the site that are under way: none of them is ever answered. */
let open: Set<string>;
let page: AbortController;

const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);
const titles = () => reports.map(({ reading }) => reading?.item.title);
const never = () => new Promise<never>(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  silent = [];
  reports = [];
  open = new Set();
  page = new AbortController();
  const sendMessage = async ({ name, input }: { name: string; input: unknown }) => {
    if (silent.includes(name)) return never();
    if (name === 'report') reports.push(input as Report);
    if (name === 'endpoint') {
      const { values } = input as { readonly values: { readonly id: string } };
      const url = `/api/${values.id}`;
      return { value: { ask: [{ url, method: 'GET', headers: {} }] } };
    }
    return { value: {} };
  };
  Object.assign(browser, {
    runtime: { id: 'matinee', sendMessage, onMessage: { addListener: vi.fn(), removeListener: vi.fn() } },
  });
  vi.stubGlobal('fetch', (url: string, { signal }: { readonly signal: AbortSignal }) => {
    open.add(url);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        open.delete(url);
        reject(new Error('aborted'));
      });
    });
  });
  // That of the engine does not use the timers of the test.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(), milliseconds);
    return timeout.signal;
  });
  visit(1);
  document.body.innerHTML = '<h1>Film 1</h1><video></video>';
});
afterEach(() => {
  page.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(browser, 'runtime');
});

function visit(id: number): void {
  const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } };
  happyDOM.setURL(`https://www.site.example/watch/${id}`);
}

/** The page plays from the beginning, and its title is asked for before its text is read. */
async function monitor(source: object, more: object = {}): Promise<HTMLVideoElement> {
  const video = document.querySelector('video');
  if (video === null) throw new Error('no video');
  const state = { paused: false, ended: false, duration: 2_700, readyState: 4, seeking: false };
  for (const [name, value] of Object.entries({ ...state, playbackRate: 1, currentSrc: 'one' }))
    Object.defineProperty(video, name, { configurable: true, get: () => value });
  video.getBoundingClientRect = () => ({ width: 640, height: 360 }) as DOMRect;
  monitorPage({
    definition: {
      version: 1,
      id: 'site',
      name: 'Site',
      hosts: ['www.site.example'],
      endpoints: { film: { urls: ['{$origin}/api/{id}'] } },
      pages: [
        {
          kind: 'watch',
          match: { path: '^/watch/(?<id>\\d+)$' },
          item: { title: [source, { text: 'h1' }] },
          ...more,
        },
      ],
      verified: { date: null, how: 'made for the test' },
    } as unknown as Definition,
    run: 'run',
    top: true,
    signal: page.signal,
    end: () => page.abort(),
  });
  await advance(0);
  return video;
}

/** The next film plays in the same element, at an address of its own. */
function showNext(video: HTMLVideoElement): void {
  document.querySelector('h1')?.replaceChildren('Film 2');
  visit(2);
  Object.defineProperty(video, 'currentSrc', { configurable: true, get: () => 'two' });
  for (const type of ['emptied', 'loadedmetadata']) video.dispatchEvent(new Event(type, { bubbles: true }));
}

test.each<readonly [string, readonly string[], object]>([
  ['a request to its own site', [], { endpoint: 'film', path: '$.title' }],
  ['a request of the worker to another host', ['endpoint'], { endpoint: 'film', path: '$.title' }],
  ['a value of the page’s world', ['page-world'], { pageWorld: 'player.getTitle()' }],
  ['a part that is loaded when it is needed', ['reading-aid'], { storage: 'local', key: 'title' }],
])('a page goes on without %s that is never answered, also with the next film', async (_, names, source) => {
  silent = names;
  const video = await monitor(source);
  expect(titles()).toEqual([]);
  await advance(LONGEST_WAIT);
  expect(titles().at(-1)).toBe('Film 1');
  showNext(video);
  await advance(LONGEST_WAIT + 1);
  expect(titles().at(-1)).toBe('Film 2');
});

test('a clock in the page’s world that never answers does not end the reports of a page', async () => {
  silent = ['page-world', 'reading-aid'];
  const clock = { position: [{ pageWorld: 'player.getPosition()' }], duration: [{ constant: '2700' }] };
  const video = await monitor({ text: 'h1' }, { player: { clock } });
  await advance(2 * LONGEST_WAIT);
  const before = reports.length;
  expect(titles().at(-1)).toBe('Film 1');
  showNext(video);
  await advance(2 * LONGEST_WAIT);
  expect(reports.length).toBeGreaterThan(before);
  expect(titles().at(-1)).toBe('Film 2');
});

test('a request that is never answered leaves its place among the few that a browser makes', async () => {
  await monitor({ endpoint: 'film', path: '$.title' });
  await advance(LONGEST_REQUEST - 1);
  expect([...open]).toEqual(['/api/1']);
  await advance(1.1);
  expect([...open]).toEqual([]);
});

test('the end of a page is reported while a question of it waits', async () => {
  const video = await monitor({ endpoint: 'film', path: '$.title' });
  await advance(LONGEST_WAIT);
  showNext(video);
  await advance(1);
  expect(open.size).toBe(1);
  window.dispatchEvent(new Event('pagehide'));
  await advance(0);
  expect(reports.at(-1)).toMatchObject({ cause: 'leave', reading: { item: { title: 'Film 1' } } });
});
