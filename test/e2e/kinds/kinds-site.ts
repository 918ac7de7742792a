import { z } from 'zod';
import { htmlPage, mediaResponse } from '../sites/site-page';

export const KINDS_HOST = 'cinema.matinee.test';

/** What the video element of a page stated with one of its events. */
const mediaEvent = z.object({
  page: z.string(),
  /** What the page named then: `S1:E2`, or the title of a film. */
  name: z.string(),
  type: z.string(),
  position: z.number(),
  /** Null: not known, or without an end. */
  duration: z.number().nullable(),
  rate: z.number(),
  at: z.number(),
});
type MediaEvent = z.infer<typeof mediaEvent>;

/** What was played under a name, by the events of the page alone. */
export interface Played {
  /** Of the content; a jump plays nothing. */
  readonly seconds: number;
  /** How many pages have played it; a tab that is loaded again is one more. */
  readonly pages: number;
  /** When 90 % was passed with a minute of play, in milliseconds since 1970. */
  readonly watchedAt: number | undefined;
}

export interface KindsSite {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly played: (name: string) => Played;
  /** Everything that any page has named. */
  readonly names: () => readonly string[];
  /** The pages that play this title go to its last part, once they have shown a minute of it. */
  readonly finish: (name: string) => void;
}

/**
 * A site whose pages play by themselves and tell what their player did. It continues where its tab has stopped, as
 * streaming sites do. `?from=` and `?rate=` say where and how fast it begins; with `?still` nothing is loaded; `?last=` is where its
 * last part begins, as a share of the whole.
 */
export function createKindsSite(): KindsSite {
  const events: MediaEvent[] = [];
  const finishing = new Set<string>();
  return {
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/truth') {
        events.push(mediaEvent.parse(await request.json()));
        return new Response(null, { status: 204 });
      }
      if (pathname === '/is-finishing') return Response.json(finishing.has(searchParams.get('name') ?? ''));
      if (pathname.startsWith('/media/')) return mediaResponse(request);
      return htmlPage(pathname.startsWith('/cinema/film/') ? filmPage(pathname) : episodePage(pathname));
    },
    played: (name) => summary(events.filter((event) => event.name === name)),
    names: () => [...new Set(events.map(({ name }) => name))],
    finish: (name) => void finishing.add(name),
  };
}

const MINUTE = 60;

function summary(events: readonly MediaEvent[]): Played {
  const before = new Map<string, MediaEvent>();
  let seconds = 0;
  let watchedAt: number | undefined;
  for (const event of events) {
    const last = before.get(event.page);
    before.set(event.page, event);
    if (last === undefined || event.type === 'seeking' || event.type === 'seeked') continue;
    const delta = event.position - last.position;
    // Events of a hidden tab are seconds apart.
    if (delta > 0 && delta < 20 * event.rate) seconds += delta;
    if (event.position > (event.duration ?? Infinity) * 0.9 && seconds >= MINUTE) watchedAt ??= event.at;
  }
  return { seconds, pages: before.size, watchedAt };
}

/** `/cinema/series/breaking-bad/1-3` names `S1:E3`. */
function episodePage(pathname: string): string {
  const [season, episode] = (pathname.split('/').at(-1) ?? '').split('-');
  return page(`<h1 class="title">Breaking Bad</h1><p class="subtitle">S${season}:E${episode}</p>`);
}

/** `/cinema/film/metropolis`. */
function filmPage(pathname: string): string {
  const [first = '', ...others] = pathname.split('/').at(-1) ?? '';
  const name = `${first.toUpperCase()}${others.join('')}`;
  return page(`<h1 class="title">${name}</h1>`, KNOWN_FILMS.get(name));
}

/** Of these the page states the id. */
const KNOWN_FILMS = new Map([['Sherlock', 992]]);

function page(named: string, id?: number): string {
  return `<html lang="en"><meta name="application-name" content="Matinee Cinema"><title>Cinema</title>
    <div id="screen" data-playing="feature"><video class="main" muted></video></div>
    <section id="now-playing"${id === undefined ? '' : ` data-tmdb="${id}"`}>${named}</section>
    <script>(${playByItself.toString()})();</script>`;
}

export interface PagePlayer {
  video: HTMLVideoElement;
  /** What the truth calls what plays; what the page shows may be another text. */
  name: string;
  readonly load: (source: string, from: number) => void;
  /** To this share of the whole. */
  readonly seek: (share: number) => void;
  /** Follows another element, which plays the title from now on. */
  readonly follow: (video: HTMLVideoElement) => void;
}

/** Runs in the page, as text. */
function playByItself(): void {
  const query = new URLSearchParams(location.search);
  const rate = Number(query.get('rate') ?? 16);
  const id = Math.random().toString(36).slice(2);
  const state = () =>
    JSON.parse(sessionStorage.getItem(location.pathname) ?? '{"played":0,"position":0}') as {
      played: number;
      position: number;
    };
  const tell = ({ type, target }: Event) => {
    const video = target as HTMLVideoElement;
    if (video !== player.video) return;
    const { currentTime: position, duration } = video;
    const before = state();
    const delta = position - before.position;
    const isPlay = type === 'timeupdate' && delta > 0 && delta < 20 * video.playbackRate;
    sessionStorage.setItem(
      location.pathname,
      JSON.stringify({ position, played: before.played + (isPlay ? delta : 0) }),
    );
    const body = { page: id, name: player.name, type, position, rate: video.playbackRate, at: Date.now() };
    const known = Number.isFinite(duration) ? duration : null;
    void fetch('/truth', { method: 'POST', body: JSON.stringify({ ...body, duration: known }) });
  };
  const text = (selector: string) => document.querySelector(selector)?.textContent;
  const player: PagePlayer = {
    video: document.querySelector('video') as HTMLVideoElement,
    name: text('.subtitle') ?? text('.title') ?? '',
    load(source, from) {
      player.video.defaultPlaybackRate = rate;
      player.video.src = source;
      player.video.currentTime = from;
      void player.video.play();
    },
    seek(share) {
      player.video.currentTime = player.video.duration * share;
    },
    follow(video) {
      player.video = video;
      for (const type of ['timeupdate', 'playing', 'pause', 'seeking', 'seeked', 'ended', 'emptied'])
        video.addEventListener(type, tell);
    },
  };
  Object.assign(globalThis, { player });
  player.follow(player.video);
  let isLast = false;
  const goOn = async () => {
    if (isLast || state().played < 62) return;
    const answer = await fetch(`/is-finishing?name=${encodeURIComponent(player.name)}`);
    if (!((await answer.json()) as boolean) || isLast) return;
    isLast = true;
    const last = Number(query.get('last') ?? 0.885);
    if (player.video.currentTime < player.video.duration * last) player.seek(last);
  };
  setInterval(() => void goOn(), 250);
  if (!query.has('still'))
    player.load(`/media/${player.name}`, state().position || Number(query.get('from')));
}
