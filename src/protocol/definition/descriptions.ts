import type * as z from 'zod/mini';
import { host } from './definition';
import type { SourceKind } from './source';
import type { TransformKind } from './transform';
import { aroundVideo, index, jsonPath, regex, selector, template } from './value-schemas';

// The texts for authors in definition.schema.json. They are kept apart from the schemas, and only the
// generator of that file imports them, so that the worker does not carry them.

/** Descriptions by kind, then by property. */
type KindDescriptions<Kind extends string> = Readonly<
  Partial<Record<Kind, Readonly<Record<string, string>>>>
>;

/**
 * By the path of the property in a definition. Arrays and records add no step. What every source may have is
 * at `source.<property>`.
 */
export const propertyDescriptions: Readonly<Record<string, string>> = {
  hosts: 'Where the pages are.',
  apiHosts: 'Other hosts that endpoints ask.',
  userHosts: 'A product people run at addresses of their own.',
  'userHosts.fingerprint': 'One must yield something for this to be the product.',
  frames: 'Players in frames of other hosts; they tell the time only.',
  'verified.date': 'When it last worked on the live site; null if never tried there.',
  sources: 'Where the facts come from.',

  'pages.kind': 'A name for this kind of page.',
  'pages.match': 'All that are given must match; named groups are read with {"url": "name"}.',
  'pages.match.query': 'Parameter and what it must match.',
  'pages.match.exclude': 'Against path, query and hash together.',
  'pages.values':
    'Named values, used like groups of the address; where found they take the place of a group of that name.',
  'pages.gate': 'All must yield something, else nothing is being watched here; of a list inside, one must.',
  'pages.identity': 'What else tells one title from the next, beside address, title and numbers.',
  'pages.generic': 'Structured data of this page misleads and is no substitute.',

  'pages.item.type': 'movie or episode. Without it: an episode where a number or an episode title is found.',
  'pages.item.title': 'Of the film.',
  'pages.item.ids': 'Of the film or the series; episodeTmdb of the episode.',

  'pages.player.video': 'The video elements to choose from: the first selector that finds a usable one.',
  'pages.player.only': 'No other video than those; otherwise any video will do when none of them is usable.',
  'pages.player.exclude': 'Never a video that is this or stands inside this.',
  'pages.player.shadow': 'Look through all open shadow roots.',
  'pages.player.inFrame': 'The player is in a child frame only; a video of the page itself is none.',
  'pages.player.minDuration': 'Seconds; shorter videos are not the player. 60 unless told.',
  'pages.player.clock': 'Where the time stands when the video element does not tell it.',
  'pages.player.clock.position': 'Seconds, or text such as 12:34.',
  'pages.player.clock.paused': 'Holds while paused; without it the video element tells.',
  'pages.player.ad': 'An advertisement plays while one of these yields something.',
  'pages.player.live': 'A live broadcast while one of these yields something.',
  'pages.player.trailer': 'A trailer or clip while one of these yields something.',

  'endpoints.urls':
    'Tried in this order. {name} is encoded, {+name} keeps its slashes. ' +
    'Starts with https://host/ or {$origin}/.',
  'endpoints.body': 'Sent as JSON with POST; {name} works in its texts.',
  'endpoints.credentials': "With the cookies of that host. Always so on the page's own origin.",
  'endpoints.check': 'An answer in which this does not hold is none.',

  'source.transforms': 'What is done with the value, in this order.',
  'source.guards': 'All must pass, after the transforms.',
  'source.guards.of': 'What is checked; without it, the value itself.',
  'source.guards.not': 'The guard passes when the check fails, also when there is nothing to check.',
  'source.remember': 'Kept for this title while it is not visible.',
};

export const sourceDescriptions: KindDescriptions<SourceKind> = {
  url: { url: 'A named group of `match`, or $host, $path, $query, $hash, $origin.' },
  text: { own: 'Only the text of the element itself, not of elements inside it.' },
  attribute: { name: 'The name of the attribute.' },
  scan: {
    scan: 'Elements to look through, at most 300.',
    matches: 'The first element whose text matches is taken.',
    name: 'Looks at this attribute in place of the text.',
    offset: 'Takes the element that many places further in the same list.',
  },
  exists: { visible: 'Only when it takes up room on the page.' },
  title: { title: 'The title of the document.' },
  meta: { meta: 'The content of the meta element with this property, name or itemprop.' },
  jsonLd: {
    jsonLd: 'A JSON-LD object of one of these types.',
    about: 'Only an object whose @id or url contains this.',
  },
  scriptJson: { scriptJson: 'A script element that holds JSON.' },
  scriptAssignment: { scriptAssignment: 'A name to which an inline script assigns a literal.' },
  nextFlight: { nextFlight: 'The rows of self.__next_f, as one list.' },
  storage: { storage: "A key of the page's localStorage; * at its end stands for the rest." },
  endpoint: { endpoint: 'The name of an endpoint of this definition.' },
  pageWorld: {
    pageWorld: "A path from the page's window.",
    element: 'Starts at this element in place of the window.',
  },
  request: {
    request: 'The latest address the page has loaded anything from that matches; its first group.',
  },
};

export const transformDescriptions: KindDescriptions<TransformKind> = {
  stripPrefix: { stripPrefix: 'Text removed from the beginning, in any case of letters.' },
  stripSuffix: { stripSuffix: 'Text removed from the end, in any case of letters.' },
  regex: {
    regex: 'Keeps what a group of it matches; no match, no value.',
    group: 'Number or name; the first group unless told, the whole match where there is none.',
  },
  replace: { with: 'May use $1 or $<name>.' },
  split: { split: 'The text between the parts, taken literally.' },
  number: { number: 'Reads a number written that way.' },
  factor: { factor: 'Multiplies a number: 0.001 makes seconds of milliseconds.' },
  deslug: { deslug: 'the-long-way becomes The Long Way.' },
  undouble: { undouble: '"Title Title" becomes "Title".' },
  lookup: {
    lookup: 'Known values and what they mean, in any case of letters; another value is none.',
    else: 'What another value means.',
  },
  format: { format: 'Builds text; {value} is the value so far.' },
  jsonPath: { jsonPath: 'Goes on inside a JSON value, or inside text that holds JSON.' },
  find: {
    find: 'Of a list, keeps the first element in which this path finds the value, or a text that matches.',
  },
  largest: { largest: 'Of a list, keeps the element in which this path finds the largest number.' },
  seasonEpisode: {
    seasonEpisode:
      'Takes "S1 E2 – Title" in any language apart: the season, the episode, the text after it or the text ' +
      'before it.',
    label:
      'The text is the label of an episode and nothing else, so a number that stands alone in it is the ' +
      'episode: "5", "Ukjent 5".',
  },
};

/** Of schemas that stand in many places. */
export const schemaDescriptions: ReadonlyMap<z.core.$ZodType, string> = new Map<z.core.$ZodType, string>([
  [host, 'www.example.org, or *.example.org for it and everything below it.'],
  [
    selector,
    'A CSS selector. ` >> ` steps into the open shadow root of what stands before it, or into a frame of ' +
      'the same host: `my-app >> .title`.',
  ],
  [aroundVideo, 'Look only inside the closest ancestor of the playing video that matches this.'],
  [
    regex,
    'A regular expression, run with the flags u and – except on the address – i, on at most ' +
      '1,000 characters.',
  ],
  [jsonPath, 'Where in the JSON the value stands.'],
  [template, 'Text in which {name} stands for a group of the address or a value of the page.'],
  [index, 'Which of several: 0 is the first, -1 the last.'],
]);
