import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpenFacts } from './open-facts';
import { createTvmazeAnswers } from './tvmaze-answers';
import { createWikidataAnswers, type WikidataAnswer } from './wikidata-answers';

export type SourceName = 'wikidata' | 'tvmaze';

/** Answers a request itself and returns true. */
export type Fault = (response: ServerResponse, url: URL) => boolean | Promise<boolean>;

export type RunningFreeSources = Awaited<ReturnType<typeof startFreeSources>>;

/** Wikidata and TVmaze on a port of this machine; their addresses are those of `freeSources`. */
export async function startFreeSources(facts: readonly OpenFacts[], port = 0) {
  const log: Record<SourceName, string[]> = { wikidata: [], tvmaze: [] };
  const times: Record<SourceName, number[]> = { wikidata: [], tvmaze: [] };
  const faults: Partial<Record<SourceName, Fault>> = {};
  let origin = '';
  const wikidata = createWikidataAnswers(facts);
  const tvmaze = createTvmazeAnswers(facts, () => `${origin}/tvmaze`);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [, name = '', ...rest] = url.pathname.split('/');
    if (name !== 'wikidata' && name !== 'tvmaze') {
      response.writeHead(404).end();
      return;
    }
    log[name].push(`/${rest.join('/')}${url.search}`);
    times[name].push(performance.now());
    // The rules of Wikimedia: software that does not say who it is, is refused.
    if (!/\S+\/\S+ \(.+\)/.test(request.headers['user-agent'] ?? '')) {
      response.writeHead(403).end('Please set a user-agent');
      return;
    }
    if (await faults[name]?.(response, url)) return;
    const path = `/${rest.join('/')}`;
    reply(response, name === 'wikidata' ? wikidata(url.searchParams) : tvmaze(path, url.searchParams));
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    addresses: { wikidata: `${origin}/wikidata`, tvmaze: `${origin}/tvmaze` },
    /** Paths with their queries, and when they came, in milliseconds. */
    log,
    times,
    faults,
    reset: () => {
      for (const name of ['wikidata', 'tvmaze'] as const) {
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

function reply(response: ServerResponse, { status, body, headers }: WikidataAnswer): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(body === null ? '' : JSON.stringify(body));
}
