import { filmResponse } from '../../support/film/film';
import { cinemaHost, otherHost, pageOf } from './chaos-cinema';
import type { Journal } from './journal';
import { keyOfTab, type Sitting } from './plan';
import { afterKill, pageTruth, viewingsOf, type PageTruth, type TabTruth, type ViewingTruth } from './truth';

/**
 * Tells the windows of a browser that nobody drives what to show. Each window is a seat: its pages play their
 * plans, send what they have played four times a second, and ask here where to go next.
 */
export interface Director {
  readonly sites: Readonly<Record<string, (request: Request) => Response | Promise<Response>>>;
  /** The page that opens the windows. */
  readonly firstPage: string;
  /** The browser was killed: what plays goes on when its seat is opened again. */
  readonly killed: () => void;
  /** Tabs whose plan is not done. */
  readonly left: () => readonly string[];
  readonly truths: () => readonly ViewingTruth[];
  readonly met: () => Met;
}

/** How many pages were prerendered, came back from the back-forward cache, and then stated no position. */
export interface Met {
  readonly prerendered: number;
  readonly restored: number;
  readonly stuck: number;
}

interface Seat {
  sitting: Sitting | undefined;
  tab: number;
  /** Milliseconds since 1970 of its last request; 0: it has no window. */
  heard: number;
}

const usherHost = 'usher.example.test';
/** A window from which nothing is heard for so many milliseconds is closed. */
const SILENCE = 6_000;

export function createDirector(
  sittings: readonly Sitting[],
  seatCount: number,
  script: string,
  journal: Journal,
): Director {
  const waiting = [...sittings];
  const seats: Seat[] = Array.from({ length: seatCount }, () => ({ sitting: undefined, tab: 0, heard: 0 }));
  const known = new Map<string, PageTruth>();
  const prerendered = new Set<string>();
  const seatOf = new Map<string, number>();
  const keyOf = ({ sitting, tab }: Seat) => keyOfTab(sitting?.id ?? 0, tab);
  const planOf = ({ sitting, tab }: Seat) => sitting?.tabs[tab];

  /** The address of what a seat shows now; undefined when the evening is over. */
  function next(number: number): string | undefined {
    const seat = seats[number];
    if (seat === undefined) return undefined;
    if (known.get(keyOf(seat))?.done === true) seat.tab += 1;
    if (planOf(seat) === undefined) {
      seat.sitting = waiting.shift();
      seat.tab = 0;
    }
    const plan = planOf(seat);
    if (plan === undefined) return undefined;
    const key = keyOf(seat);
    seatOf.set(key, number);
    const path = `/cinema/${plan.parts[0]?.work.type === 'episode' ? 'series/show' : 'film'}/${key}`;
    return plan.isPrerendered === true ? `/entrance?path=${path}&tab=${key}` : path;
  }

  function watchPage(key: string): string {
    const number = seatOf.get(key) ?? 0;
    const [id, tab] = key.split('-').map(Number);
    const plan = sittings.find((sitting) => sitting.id === id)?.tabs[tab ?? 0];
    const truth = known.get(key);
    if (plan === undefined || truth?.done === true) return goTo(`/seat/${number}`, 0);
    const resume = truth && { truth, step: truth.step };
    const whole = { ...plan, seat: number, otherHost, ...(resume && { resume }) };
    return pageOf(key, whole, script);
  }

  async function cinema(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const key = searchParams.get('tab') ?? '';
    const heard = seats[seatOf.get(key) ?? -1];
    if (heard !== undefined) heard.heard = Date.now();
    if (pathname === '/short.webm') return filmResponse(request);
    if (pathname === '/long.webm') return filmResponse(request, 'feature.webm');
    if (pathname === '/truth') {
      const truth = pageTruth.parse(JSON.parse(await request.text()));
      noteTruth(journal, key, known.get(key), truth, searchParams.has('last'));
      // The last words of a page can be overtaken by an earlier message.
      if ((known.get(key)?.parts.at(-1)?.at ?? 0) <= (truth.parts.at(-1)?.at ?? 0)) known.set(key, truth);
      return new Response(null, { status: 204 });
    }
    if (pathname === '/prerendered') {
      prerendered.add(key);
      journal.note('page: is prerendered', key);
      return new Response(null, { status: 204 });
    }
    if (pathname === '/is-prerendered')
      return new Response(null, { status: prerendered.has(key) ? 200 : 404 });
    const [, seat] = /^\/seat\/(\d+)$/.exec(pathname) ?? [];
    if (seat !== undefined) return html(showSeat(Number(seat)));
    if (pathname === '/entrance') return html(entrance(searchParams.get('path') ?? '/', key));
    if (pathname === '/between') return html(between(searchParams));
    const name = pathname.split('/').at(-1) ?? '';
    journal.note(`page: is loaded, in seat ${seatOf.get(name) ?? '-'}`, name);
    return html(watchPage(name));
  }

  function showSeat(number: number): string {
    const seat = seats[number];
    if (seat !== undefined) seat.heard = Date.now();
    const address = next(number);
    return address === undefined ? '<title>The evening is over</title>' : goTo(address, 300);
  }

  /** Numbers of the seats without a window that have something to show. */
  function openings(): readonly number[] {
    return seats.flatMap((seat, number) => {
      if (Date.now() - seat.heard < SILENCE) return [];
      const isDone = planOf(seat) === undefined || known.get(keyOf(seat))?.done === true;
      const isLast = isDone && seat.sitting?.tabs[seat.tab + 1] === undefined && waiting.length === 0;
      if (isLast) return [];
      seat.heard = Date.now();
      return [number];
    });
  }

  return {
    firstPage: `https://${usherHost}/`,
    sites: {
      [cinemaHost]: cinema,
      [otherHost]: (request) => html(between(new URL(request.url).searchParams)),
      [usherHost]: ({ url }) =>
        new URL(url).pathname === '/openings' ? Response.json(openings()) : html(usherPage),
    },
    killed() {
      for (const seat of seats) seat.heard = 0;
      for (const [key, truth] of known) known.set(key, afterKill(truth, Date.now(), SILENCE));
    },
    left: () =>
      sittings.flatMap(({ id, tabs }) =>
        tabs.map((_, tab) => keyOfTab(id, tab)).filter((key) => known.get(key)?.done !== true),
      ),
    truths: () =>
      sittings.flatMap((sitting) =>
        viewingsOf(
          sitting,
          sitting.tabs.map(({ ending }, tab): TabTruth => {
            const key = keyOfTab(sitting.id, tab);
            const truth = known.get(key) ?? { parts: [], done: false, step: 0 };
            return { ending, truth };
          }),
        ),
      ),
    met() {
      const parts = [...known.values()].flatMap((truth) => truth.parts);
      const [restored, stuck] = [parts.filter((one) => one.restored), parts.filter((one) => one.stuck)];
      return { prerendered: prerendered.size, restored: restored.length, stuck: stuck.length };
    },
  };
}

/** Notes where a page is, when something has changed that matters, and every two seconds. */
function noteTruth(
  journal: Journal,
  key: string,
  before: PageTruth | undefined,
  { parts, step, done }: PageTruth,
  isLast: boolean,
): void {
  const [last, known] = [parts.at(-1), before?.parts.at(-1)];
  if (last === undefined) return;
  const isSame = parts.length === before?.parts.length && step === before.step && done === before.done;
  if (
    !isLast &&
    isSame &&
    last.state === known?.state &&
    Math.floor(last.at / 2_000) === Math.floor((known?.at ?? 0) / 2_000)
  )
    return;
  const { position, state, playedSeconds, rate, at, lag } = last;
  const says = isLast ? 'is left' : done ? 'is done' : 'plays on';
  journal.note(
    `page: ${says}: part ${parts.length} step ${step} at ${position.toFixed(1)} ${state}, ` +
      `played ${playedSeconds.toFixed(1)} at ${rate.toFixed(1)}x lag ${lag}, ${Date.now() - at} ms ago`,
    key,
  );
}

/** Opens a window for each seat that has none. */
const usherPage = `<title>Usher</title><script>
  setInterval(async () => {
    for (const seat of await (await fetch('/openings')).json())
      open('https://${cinemaHost}/seat/' + seat, '_blank', 'popup,noopener,width=640,height=480');
  }, 500);
</script>`;

/** A page at which nothing plays: it goes back, or on to what the seat shows next. */
function between(parameters: URLSearchParams): string {
  const isBack = parameters.get('then') === 'back';
  const address = `https://${cinemaHost}/seat/${Number(parameters.get('seat'))}`;
  return isBack ? '<script>setTimeout(() => history.back(), 1_500)</script>' : goTo(address, 1_500);
}

/** Has the page at `path` prerendered where the browser does that, and goes there. */
function entrance(path: string, key: string): string {
  const rules = { prerender: [{ source: 'list', urls: [path], eagerness: 'immediate' }] };
  return `<script type="speculationrules">${JSON.stringify(rules)}</script><script>
    const go = () => (location.href = ${JSON.stringify(path)});
    setInterval(async () => (await fetch('/is-prerendered?tab=${key}')).ok && go(), 200);
    setTimeout(go, HTMLScriptElement.supports?.('speculationrules') ? 3_000 : 0);
  </script>`;
}

function goTo(address: string, milliseconds: number): string {
  return `<script>setTimeout(() => (location.href = ${JSON.stringify(address)}), ${milliseconds})</script>`;
}

function html(body: string): Response {
  return new Response(`<!doctype html><meta charset="utf-8">${body}`, {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
}
