import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFilmDatabase, failure, type Answer } from './create-film-database';
import { readTitles, type TitleData } from './titles';

export interface FilmDatabaseOptions {
  /** Default: `titles.json`. */
  readonly data?: TitleData;
  /** Default: any token is accepted. */
  readonly token?: string;
  /** Answers a request itself and returns true; path and query are those of the request without `/3`. */
  readonly intercept?: (path: string, response: ServerResponse, url: URL) => boolean | Promise<boolean>;
  /** The picture of `/t/p/{size}/{file}`. Default: `poster`. */
  readonly picture?: { readonly type: string; readonly bytes: Uint8Array };
}

export type RunningFilmDatabase = Awaited<ReturnType<typeof startFilmDatabase>>;

/** The smallest JPEG by its first bytes; nobody draws it. */
export const poster = {
  type: 'image/jpeg',
  bytes: Uint8Array.from([
    0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0,
  ]),
};

/** The film database on a port of this machine; `url` stands for https://api.themoviedb.org/3. */
export async function startFilmDatabase(options: FilmDatabaseOptions = {}) {
  const answer = createFilmDatabase(options.data ?? readTitles());
  /** Paths with their queries, in order, without those of pictures. */
  const log: string[] = [];
  const pictures: string[] = [];
  /** As the option; a test may set and reset it. */
  const fault: { intercept: FilmDatabaseOptions['intercept'] } = { intercept: options.intercept };
  const server = createServer((request, response) => {
    void serve(request, response);
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const path = url.pathname.replace(/^\/3(?=\/)/, '').replace(/\/$/, '');
    const isPicture = path.startsWith('/t/p/');
    (isPicture ? pictures : log).push(path + url.search);
    if (await fault.intercept?.(path, response, url)) return;
    if (isPicture) {
      const { type, bytes } = options.picture ?? poster;
      response.writeHead(200, { 'content-type': type }).end(bytes);
      return;
    }
    reply(response, isAllowed(request, url, options.token) ? answer(path, url.searchParams) : refused);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    url: `${origin}/3`,
    /** Stands for https://image.tmdb.org/t/p. */
    pictureUrl: `${origin}/t/p`,
    log,
    pictures,
    fault,
    answer,
    reset() {
      log.length = 0;
      pictures.length = 0;
      fault.intercept = undefined;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

const refused = failure(401, 7, 'Invalid API key: You must be granted a valid key.');

function isAllowed(request: IncomingMessage, url: URL, token: string | undefined): boolean {
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const given = bearer ?? url.searchParams.get('api_key');
  return given !== null && given !== '' && (token === undefined || given === token);
}

function reply(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=utf-8' }).end(JSON.stringify(body));
}
