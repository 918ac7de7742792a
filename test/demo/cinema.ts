import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Hono } from 'hono';
import { filmResponse } from '../support/film/film';
import { foyerPage, watchPage, workData } from './cinema-pages';
import { pathOf, PROGRAMME } from './programme';

const policy = [
  "default-src 'none'",
  ...['script', 'style', 'img', 'media', 'connect'].map((kind) => `${kind}-src 'self'`),
].join('; ');

/**
 * The demonstration cinema, as Request → Response: for `npm start` and the browser tests alike under
 * `https://cinema.matinee.test`. Its pages are what src/connectors/matinee-cinema/definition.json reads.
 *
 * The address says what a page does by itself, `/cinema/film/sintel?autoplay=1&rate=8`: `autoplay=1`
 * starts; `rate=8` plays eight times as fast; `ad=5` shows five seconds of something else first, in the same
 * player; `next=1` goes on to the next episode in place, as streaming sites do – with `history.pushState`,
 * and with the structured data of the first one left behind.
 *
 * `film`: what all of them play, a file of `filmResponse`.
 */
export function createCinema({ film = 'plain.webm' } = {}): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    // A strict policy, to show that the extension works under one.
    context.header('Content-Security-Policy', policy);
  });
  app.get('/', (context) => context.html(foyerPage(PROGRAMME)));
  for (const work of PROGRAMME) {
    app.get(pathOf(work), (context) => context.html(watchPage(work)));
    app.get(`/works/${work.id}`, (context) => context.json(workData(work)));
  }
  app.get('/film.webm', (context) => filmResponse(context.req.raw, film));
  app.get('/assets/:name{[a-z-]+\\.(?:css|js|svg)}', async (context) => {
    const name = context.req.param('name');
    const text = await readFile(new URL(`assets/${name}`, import.meta.url), 'utf8').catch(() => undefined);
    return text === undefined
      ? context.notFound()
      : context.body(text, 200, { 'Content-Type': TYPES[extname(name)] ?? 'text/plain' });
  });
  return app;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
