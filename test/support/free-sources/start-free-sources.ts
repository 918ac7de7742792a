import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpenFacts } from './open-facts';
import { createAniListAnswers, type AniListFacts } from './anilist-answers';
import { createTvmazeAnswers, UNCHANGED } from './tvmaze-answers';
import { createQueryAnswers, createWikidataAnswers, type WikidataAnswer } from './wikidata-answers';

export const SOURCE_NAMES = ['wikidata', 'query', 'tvmaze', 'anilist'] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];

/** Answers a request itself and returns true. */
type Fault = (response: ServerResponse, url: URL) => boolean | Promise<boolean>;

export type RunningFreeSources = Awaited<ReturnType<typeof startFreeSources>>;

/** The free sources on a port of this machine; their addresses are those of `freeSources`. */
export async function startFreeSources(
  given: readonly OpenFacts[],
  { port = 0, anime = [] }: { readonly port?: number; readonly anime?: readonly AniListFacts[] } = {},
) {
  const log = forEach((): string[] => []);
  const times = forEach((): number[] => []);
  const faults: Partial<Record<SourceName, Fault>> = {};
  let origin = '';
  let answers = answersOf(given);
  function answersOf(facts: readonly OpenFacts[]) {
    const wikidata = createWikidataAnswers(facts);
    const query = createQueryAnswers(facts, ({ modified = UNCHANGED }) => modified);
    const tvmaze = createTvmazeAnswers(facts, () => `${origin}/tvmaze`);
    const anilist = createAniListAnswers(anime);
    return {
      wikidata: (asked: Asked) => wikidata(asked.query),
      query: (asked: Asked) => query(asked.query),
      tvmaze: (asked: Asked) => tvmaze(asked.path, asked.query),
      anilist: (asked: Asked) => anilist(asked.method, asked.body),
    };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [, first = '', ...rest] = url.pathname.split('/');
    const name = SOURCE_NAMES.find((one) => one === first);
    if (name === undefined) {
      response.writeHead(404).end();
      return;
    }
    const path = `/${rest.join('/')}`;
    log[name].push(path + url.search);
    times[name].push(performance.now());
    // The rules of Wikimedia: software that does not say who it is, is refused.
    if (!/\S+\/\S+ \(.+\)/.test(request.headers['user-agent'] ?? '')) {
      response.writeHead(403).end('Please set a user-agent');
      return;
    }
    if (await faults[name]?.(response, url)) return;
    const { method = 'GET' } = request;
    reply(response, answers[name]({ method, path, query: url.searchParams, body: await bodyOf(request) }));
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    addresses: {
      wikidata: `${origin}/wikidata`,
      wikidataQuery: `${origin}/query`,
      tvmaze: `${origin}/tvmaze`,
      anilist: `${origin}/anilist`,
    },
    /** What they know from now on. */
    learn: (facts: readonly OpenFacts[]) => {
      answers = answersOf(facts);
    },
    /** Paths with their queries, and when they came, in milliseconds. */
    log,
    times,
    faults,
    reset: () => {
      for (const name of SOURCE_NAMES) {
        log[name].length = 0;
        times[name].length = 0;
        delete faults[name];
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

function forEach<T>(make: () => T): Record<SourceName, T> {
  return { wikidata: make(), query: make(), tvmaze: make(), anilist: make() };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function reply(response: ServerResponse, { status, body, headers }: WikidataAnswer): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(body === null ? '' : JSON.stringify(body));
}
