import type * as z from 'zod/mini';
import { host } from './definition';
import type { SourceKind } from './source';
import type { TransformKind } from './transform';
import { aroundVideo, index, jsonPath, regex, selector, template } from './value-schemas';

// The texts for authors in definition.schema.json. Only the generator of that file imports them, so that the
// worker does not contain them.

/** Descriptions by kind, then by property. */
type KindDescriptions<Kind extends string> = Readonly<
  Partial<Record<Kind, Readonly<Record<string, string>>>>
>;

/**
 * By the path of the property in a definition. Arrays and records add no step. Properties of every source are
 * at `source.<property>`.
 */
export const propertyDescriptions: Readonly<Record<string, string>> = {
  $schema: 'Gives completion and descriptions in editors: ../definition.schema.json.',
  version: 'Version of this format, always 1.',
  id: 'Small letters, digits and dashes; also the name of the folder.',
  name: 'What people call the site.',
  homepage: 'Where people begin to watch.',
  hosts: 'Where the pages are.',
  apiHosts: 'Other hosts that endpoints request.',
  userHosts: 'A product that people host at their own addresses.',
  'userHosts.fingerprint': 'One of these must find something, otherwise the page is not the product.',
  regions: 'Where the service is offered: country codes, EU, LATAM, SEA, MENA or global.',
  languages: 'Of its pages, as codes such as en.',
  pages: 'The kinds of pages that play something; the first one that matches is read.',
  frames: 'Players in frames of other hosts; only their position is read.',
  'frames.hosts': 'Of the page inside the frame.',
  'frames.player': 'Which video in the frame is the player.',
  endpoints: 'JSON that sources may request, by name.',
  verified: 'Whether it has been seen to work on the live site.',
  'verified.date': 'When it last worked on the live site; null if never tried there.',
  'verified.how': 'How that was checked.',
  notes: 'Facts and pitfalls, for maintainers.',
  sources: 'Where the facts come from.',

  'pages.kind': 'A name for this kind of page.',
  'pages.match': 'All patterns that are given must match; named groups are read with {"url": "name"}.',
  'pages.match.host': 'An expression for the host, where a page is only on some of the hosts.',
  'pages.match.path': 'An expression for the path, such as ^/watch/(?<id>\\d+).',
  'pages.match.hash': 'An expression for what follows the # of the address.',
  'pages.match.query': 'Parameters, each with the pattern that it must match.',
  'pages.match.exclude': 'Patterns that path, query and hash together must not match.',
  'pages.values':
    'Named values, used like groups of the address; a value that is found replaces the group of that name.',
  'pages.gate': 'All must find something, otherwise nothing plays here; of a list inside, one must.',
  'pages.identity': 'What else identifies a title, besides address, title and numbers.',
  'pages.generic':
    'False: the structured data of this page is wrong, and no fallback. True: nothing else is read.',

  'pages.item': 'The film or the episode: for each field the places to read it from, best first.',
  'pages.item.type': 'movie or episode. Without it: an episode where a number or an episode title is found.',
  'pages.item.film':
    'What proves a film, on a page that plays episodes too; without it such a page states none.',
  'pages.item.title': 'Of the film.',
  'pages.item.seriesTitle': 'Of the series that the episode belongs to.',
  'pages.item.seasonNumber': 'A number, or text with exactly one number.',
  'pages.item.episodeNumber': 'In its season; a number, or text with exactly one number.',
  'pages.item.episodeTitle': 'Of the episode alone, without series and numbers.',
  'pages.item.year': 'The first year in the text: of the film, or when the series began.',
  'pages.item.language':
    'Of the titles, such as de or pt-BR, where it is not the lang attribute of the page.',
  'pages.item.ids': 'Of the film or the series; episodeTmdb of the episode.',

  'pages.item.ids.tmdb': 'Number of the film or the series at The Movie Database.',
  'pages.item.ids.imdb': 'tt… of the film or the series; also found in an address.',
  'pages.item.ids.tvdb': 'Number of the film or the series at TheTVDB.',
  'pages.item.ids.episodeTmdb': 'Number of the episode at The Movie Database.',
  'pages.item.ids.site': 'What the site calls the film or the series in its addresses.',

  'pages.player': 'Which video is the player, and what else says how far it is.',
  'pages.player.video': 'The video elements to choose from: the first selector that finds a usable one.',
  'pages.player.only': 'No other video than those; otherwise any video will do when none of them is usable.',
  'pages.player.exclude': 'A video that matches one of these, or is inside one, is not used.',
  'pages.player.shadow': 'Look through all shadow roots.',
  'pages.player.inFrame': 'The player is in a child frame only; a video of the page itself is none.',
  'pages.player.minDuration': 'Seconds; shorter videos are not the player. 60 by default.',
  'pages.player.clock': 'Where the position is read when the video element does not have it.',
  'pages.player.clock.position': 'Seconds, or text such as 12:34.',
  'pages.player.clock.duration': 'Seconds, or text such as 45:00.',
  'pages.player.clock.paused': 'True while paused; by default the state of the video element.',
  'pages.player.ad': 'An advertisement plays while one of these finds something.',
  'pages.player.live': 'A live broadcast while one of these finds something.',
  'pages.player.trailer': 'A trailer or clip while one of these finds something.',

  'endpoints.urls':
    'Tried in this order. {name} is encoded, {+name} keeps its slashes. ' +
    'Starts with https://host/ or {$origin}/.',
  'endpoints.method': 'GET by default; POST only in connectors of the package.',
  'endpoints.headers': 'Names in small letters; {name} works in the values, in connectors of the package.',
  'endpoints.body': 'Sent as JSON with POST; {name} works in its texts.',
  'endpoints.credentials': "With the cookies of that host. Always so on the page's own origin.",
  'endpoints.select':
    'The response is HTML: its values are what these selectors find. Only of the origin of the page.',
  'endpoints.check': 'A response that does not pass is ignored.',

  'source.transforms': 'Steps applied to the value, in this order.',
  'source.guards': 'All must pass, after the transforms.',
  'source.guards.of': 'What is checked; without it, the value itself.',
  'source.guards.equals': 'The value is this text, ignoring case.',
  'source.guards.contains': 'The value has this text in it, ignoring case.',
  'source.guards.matches': 'The value matches this expression.',
  'source.guards.not': 'The guard passes when the check fails, also when there is nothing to check.',
  'source.remember': 'The value is kept for this title while its element is not visible.',
};

export const sourceDescriptions: KindDescriptions<SourceKind> = {
  url: { url: 'A named group of `match`, or $host, $path, $query, $hash, $origin.' },
  text: { own: 'Only the text of the element itself, not of elements inside it.' },
  attribute: { name: 'The name of the attribute.' },
  scan: {
    own: 'Only the text of the element itself, not of elements inside it.',
    scan: 'Elements to look through, at most 300.',
    matches: 'The first element whose text matches is taken.',
    name: 'Looks at this attribute in place of the text.',
    offset: 'Takes the element this many places after it in the same list.',
  },
  exists: { visible: 'Only when the element is visible.' },
  title: { title: 'The title of the document.' },
  meta: { meta: 'The content of the meta element with this property, name or itemprop.' },
  jsonLd: {
    jsonLd: 'A JSON-LD object of one of these types; * is any.',
    about: 'Only an object whose @id, url or mainEntityOfPage contains this.',
  },
  scriptJson: { scriptJson: 'A script element that holds JSON.' },
  scriptAssignment: { scriptAssignment: 'A name to which an inline script assigns a literal.' },
  nextFlight: { nextFlight: 'The rows of self.__next_f, as one list.' },
  mediaSession: { mediaSession: 'A field of what the page shows in the media controls of the system.' },
  storage: {
    storage: "A key of the page's localStorage; * at the end matches the rest.",
    area: 'session: of sessionStorage instead.',
  },
  endpoint: { endpoint: 'The name of an endpoint of this definition.' },
  pageWorld: {
    pageWorld: "A path from the page's window.",
    element: 'Starts at this element instead of the window.',
  },
  request: {
    request: 'The first group of the latest address that the page has loaded and that matches.',
  },
  received: {
    received: 'JSON that the page itself has received from an address that matches.',
    about: 'Only an answer whose address contains this.',
  },
  constant: { constant: 'This text, as it is.' },
};

export const transformDescriptions: KindDescriptions<TransformKind> = {
  stripPrefix: { stripPrefix: 'Text removed from the beginning, ignoring case.' },
  stripSuffix: { stripSuffix: 'Text removed from the end, ignoring case.' },
  regex: {
    regex: 'Keeps what a group matches; without a match there is no value.',
    group: 'Number or name; by default the first group, or the whole match if there is none.',
  },
  replace: { with: 'May use $1 or $<name>.' },
  split: { split: 'The text between the parts, taken literally.' },
  number: { number: 'Reads a number written that way.' },
  factor: { factor: 'Multiplies a number: 0.001 makes seconds of milliseconds.' },
  deslug: { deslug: 'the-long-way becomes The Long Way.' },
  undouble: { undouble: '"Title Title" becomes "Title".' },
  lookup: {
    lookup: 'Known values and what they mean, ignoring case; another value is dropped.',
    else: 'What another value means.',
  },
  format: { format: 'Builds text; {value} is the value so far.' },
  jsonPath: { jsonPath: 'Reads a path inside a JSON value, or inside text that contains JSON.' },
  find: {
    find: 'Of a list, keeps the first element in which this path finds the value, or a text that matches.',
  },
  largest: { largest: 'Of a list, keeps the element in which this path finds the largest number.' },
  seasonEpisode: {
    seasonEpisode:
      'Takes "S1 E2 – Title" in any language apart: the season, the episode, the text after it or the text ' +
      'before it.',
    label:
      'The text is the label of an episode and nothing else, so a number alone in it is the ' +
      'episode: "5", "Ukjent 5".',
  },
};

/** Descriptions of schemas that are used in many places. */
export const schemaDescriptions: ReadonlyMap<z.core.$ZodType, string> = new Map<z.core.$ZodType, string>([
  [host, 'www.example.org, or *.example.org for it and everything below it.'],
  [
    selector,
    'A CSS selector. ` >> ` enters the shadow root of the element before it, or a frame of ' +
      'the same host: `my-app >> .title`.',
  ],
  [aroundVideo, 'Look only inside the closest ancestor of the playing video that matches this.'],
  [
    regex,
    'A regular expression, run with the flags u and – except on the address – i, on at most ' +
      '1,000 characters.',
  ],
  [jsonPath, 'The path of the value in the JSON.'],
  [template, 'Text in which {name} is replaced by a group of the address or a value of the page.'],
  [index, 'Which of several: 0 is the first, -1 the last.'],
]);
