import { htmlPage, mediaResponse } from './site-page';

export const cinemaHosts = ['https://cinema.matinee.test/*'];

/** A page of the demonstration cinema whose player the test drives, with the first episode of a series. */
export function drivenCinema(request: Request): Response | Promise<Response> {
  if (new URL(request.url).pathname.startsWith('/media/')) return mediaResponse(request);
  return htmlPage(`<meta name="application-name" content="Matinee Cinema">
    <div id="screen" data-playing="feature"><video class="main"></video></div>
    <section id="now-playing"><h1 class="title">Breaking Bad</h1><p class="subtitle">S1:E1 Pilot</p></section>`);
}
