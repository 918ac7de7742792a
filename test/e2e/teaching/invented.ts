import type { Site } from '../../support/server/site-server';
import {
  japaneseSite,
  mixedSite,
  namedSite,
  oneLineSite,
  overlaySite,
  scatteredSite,
} from '../invented-sites';
import {
  answerSite,
  arabicSite,
  componentSite,
  FRAME_HOST,
  framedSite,
  frameSite,
  hashSite,
  staleSite,
} from './more-sites';

/** An episode, as the person knows it and as the tracker has to record it. */
export interface Episode {
  readonly series: 'Breaking Bad' | 'Better Call Saul';
  readonly number: number;
}

/** A site that nobody has a connector for, and what the person watches on it. */
export interface InventedSite {
  readonly host: string;
  /** The facts that it is made of. */
  readonly family: string;
  /** Addresses below the host. */
  readonly first: string;
  readonly second: string;
  readonly watched: readonly [first: Episode, next: Episode, second: Episode];
  /** The next episode starts in the page by `show`; else its address is opened. */
  readonly next: 'in-place' | { readonly address: string };
  readonly pages: Readonly<Record<string, Site>>;
}

const bad = (number: number): Episode => ({ series: 'Breaking Bad', number });
const saul = (number: number): Episode => ({ series: 'Better Call Saul', number });

export const inventedSites: readonly InventedSite[] = [
  {
    host: 'www.biografen.example',
    family: 'name of the series in the address, Swedish',
    first: '/watch/breaking-bad/301',
    second: '/watch/better-call-saul/503',
    watched: [bad(1), bad(2), saul(3)],
    next: 'in-place',
    pages: { 'www.biografen.example': namedSite },
  },
  {
    host: 'play.overlay.example',
    family: 'labels only while the pointer moves',
    first: '/v/1001',
    second: '/v/2003',
    watched: [bad(1), bad(2), saul(3)],
    next: 'in-place',
    pages: { 'play.overlay.example': overlaySite },
  },
  {
    host: 'www.mihoudai.example',
    family: 'ids in the query, Japanese with full-width signs',
    first: '/play?id=102',
    second: '/play?id=204',
    watched: [bad(2), bad(3), saul(4)],
    next: { address: '/play?id=103' },
    pages: { 'www.mihoudai.example': japaneseSite },
  },
  {
    host: 'www.grand-ecran.example',
    family: 'season and episode in the address, French',
    first: '/serie/breaking-bad/saison-1/episode-1',
    second: '/serie/better-call-saul/saison-1/episode-3',
    watched: [bad(1), bad(2), saul(3)],
    next: { address: '/serie/breaking-bad/saison-1/episode-2' },
    pages: { 'www.grand-ecran.example': mixedSite },
  },
  {
    host: 'www.kinozal.example',
    family: 'shadow roots, Russian',
    first: '/serial/breaking-bad/bb101',
    second: '/serial/better-call-saul/bcs103',
    watched: [bad(1), bad(2), saul(3)],
    next: 'in-place',
    pages: { 'www.kinozal.example': componentSite },
  },
  {
    host: 'www.mushahada.example',
    family: 'class names of a build, Arabic',
    first: '/ar/play?watch=bb101',
    second: '/ar/play?watch=bcs103',
    watched: [bad(1), bad(2), saul(3)],
    next: 'in-place',
    pages: { 'www.mushahada.example': arabicSite },
  },
  {
    host: 'www.route-one.example',
    family: 'routes behind #',
    first: '/#/play/bb101',
    second: '/#/play/bcs103',
    watched: [bad(1), bad(2), saul(3)],
    next: 'in-place',
    pages: { 'www.route-one.example': hashSite },
  },
  {
    host: 'www.theatre-room.example',
    family: 'player in a frame of another host',
    first: '/stream/bb101',
    second: '/stream/bcs103',
    watched: [bad(1), bad(2), saul(3)],
    next: 'in-place',
    pages: { 'www.theatre-room.example': framedSite, [FRAME_HOST]: frameSite },
  },
  {
    host: 'www.late-show.example',
    family: 'labels from an answer, later than the video',
    first: '/v/bb101',
    second: '/v/bcs103',
    watched: [bad(1), bad(2), saul(3)],
    next: 'in-place',
    pages: { 'www.late-show.example': answerSite },
  },
  {
    host: 'play.stale.example',
    family: 'structured data of the first episode stays',
    first: '/title/bb/episode/bb101',
    second: '/title/bcs/episode/bcs103',
    watched: [bad(1), bad(2), saul(3)],
    next: 'in-place',
    pages: { 'play.stale.example': staleSite },
  },
  {
    host: 'www.kinobox.example',
    family: 'number, title, length and year in one line, video.js',
    first: '/watch/breaking-bad/2',
    second: '/watch/better-call-saul/4',
    watched: [bad(2), bad(3), saul(4)],
    next: { address: '/watch/breaking-bad/3' },
    pages: { 'www.kinobox.example': oneLineSite },
  },
  {
    host: 'www.vanta.example',
    family: 'series, season and episode in three places, generated names',
    first: '/#/w/101',
    second: '/#/w/203',
    watched: [bad(1), bad(2), saul(3)],
    next: 'in-place',
    pages: { 'www.vanta.example': scatteredSite },
  },
];
