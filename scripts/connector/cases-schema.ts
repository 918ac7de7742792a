import { z } from 'zod';
import { casesFileSchema, fileCaseSchema, fileStepSchema } from '../../src/protocol/cases-file';
import {
  address,
  expectationSchema,
  expectedIdsSchema,
  expectedItemSchema,
  expectedPlayerSchema,
  mediaSessionSchema,
  situationFields,
  storageSchema,
  videoSchema,
} from '../../src/protocol/connector-case';

/** The JSON Schema of `cases.json` that editors use, with a description of every key. */
export function casesSchemaText(): string {
  const schema = z.toJSONSchema(casesFileSchema, { reused: 'ref', io: 'input', metadata: descriptions() });
  return `${JSON.stringify({ ...schema, title: 'Cases of a Matinee connector' }, undefined, 1)}\n`;
}

type Fields = Readonly<Record<string, z.core.$ZodType>>;
type Texts<T extends Fields> = Readonly<Record<keyof T & string, string>>;
type OwnTexts<T extends Fields> = Omit<Texts<T>, keyof typeof situationFields>;

function descriptions() {
  const registry = z.registry<{ description?: string; format?: 'uri' }>();
  registry.add(address, { format: 'uri' });
  const describe = <T extends Fields>(fields: T, texts: Partial<Texts<T>>) => {
    for (const [key, description] of Object.entries<string | undefined>(texts)) {
      const field = fields[key];
      if (field !== undefined && description !== undefined) registry.add(field, { description });
    }
  };
  describe(casesFileSchema.shape, file);
  describe(situationFields, situation);
  describe(fileCaseSchema.shape, ofCase);
  describe(fileStepSchema.shape, ofStep);
  describe(videoSchema.shape, video);
  describe(storageSchema.shape, storage);
  describe(mediaSessionSchema.shape, mediaSession);
  describe(expectationSchema.shape, expectation);
  describe(expectedItemSchema.shape, item);
  describe(expectedIdsSchema.shape, ids);
  describe(expectedPlayerSchema.shape, player);
  return registry;
}

const file: Texts<typeof casesFileSchema.shape> = {
  $schema: 'Path of this schema, ../cases.schema.json.',
  cases: 'One entry per situation of the site. A film or an episode is required.',
};

const situation: Texts<typeof situationFields> = {
  about: 'What the case shows, in one sentence.',
  videos: 'State of the video elements. Elements that are not listed have loaded nothing.',
  hidden: 'Selectors of elements that take up no space. All other elements are visible.',
  storage: 'Contents of localStorage and sessionStorage.',
  mediaSession: 'What the page sets in navigator.mediaSession.metadata; null removes it in a step.',
  requests: 'Addresses that the page has loaded, oldest first. Read by the source "request".',
  responses:
    'JSON that endpoints return, by address, and values of page-world readers, by path or "element path".',
  expect: 'What has to be read.',
};

const ofCase: OwnTexts<typeof fileCaseSchema.shape> = {
  name: 'Unique in this file. Shown by the tests: npx vitest run test/connectors -t name.',
  covers: 'The situation that the case covers. other: none of the listed ones.',
  url: 'Address of the page.',
  html: 'The page, one string per line. Scripts are not run.',
  steps: 'What happens next in the same document. A step keeps every key that it does not set.',
};

const ofStep: OwnTexts<typeof fileStepSchema.shape> = {
  after: 'Seconds since the step before; 1 by default.',
  url: 'The new address.',
  html: 'The page that replaces the one before, one string per line.',
};

const video: Texts<typeof videoSchema.shape> = {
  selector: 'The video elements that have this state.',
  duration: 'Seconds; "Infinity" for a live stream, null when nothing is loaded.',
  position: 'Seconds; 0 by default.',
  paused: 'false by default.',
  ended: 'false by default.',
  source:
    'currentSrc; by default made from selector and duration, so that another duration is another source.',
  width: 'CSS pixels; 1280 by default.',
  height: 'CSS pixels; 720 by default.',
  muted: 'false by default.',
  loop: 'false by default.',
};

const storage: Texts<typeof storageSchema.shape> = {
  local: 'localStorage by key. A value that is not text is stored as JSON.',
  session: 'sessionStorage by key. A value that is not text is stored as JSON.',
};

const mediaSession: Texts<typeof mediaSessionSchema.shape> = {
  title: 'MediaMetadata.title.',
  artist: 'MediaMetadata.artist.',
  album: 'MediaMetadata.album.',
};

const expectation: Texts<typeof expectationSchema.shape> = {
  page: 'The kind of the page that matches; null when no page of the definition matches the address.',
  item: 'The item with exactly these fields; {} when nothing is read.',
  gate: 'Why nothing is recorded; closed: a gate of the page has no value. Absent: no reason.',
  degraded:
    'true when the structured data of the page replaces the sources of the definition. false by default.',
  player: 'The playback; only the keys that are present are compared. null: no usable video.',
  identity: 'Whether the identity of the title differs from the step before.',
};

const item: Texts<typeof expectedItemSchema.shape> = {
  type: 'movie or episode.',
  title: 'Title of the film.',
  seriesTitle: 'Title of the series.',
  seasonNumber: 'Number of the season.',
  episodeNumber: 'Number of the episode.',
  episodeTitle: 'Title of the episode.',
  year: 'Year of release, four digits.',
  language: 'Language of the titles.',
  ids: 'Ids that the page states.',
};

const ids: Texts<typeof expectedIdsSchema.shape> = {
  tmdb: 'Of the film or the series at The Movie Database.',
  imdb: 'Of the film or the series at IMDb: tt and digits.',
  tvdb: 'Of the film or the series at TheTVDB.',
  episodeTmdb: 'Of the episode at The Movie Database.',
  site: 'What the site calls the film or the series.',
};

const player: Texts<typeof expectedPlayerSchema.shape> = {
  position: 'Seconds, to two decimals.',
  duration: 'Seconds, or "Infinity" for a live stream.',
  state: 'playing, paused or ended.',
  selector: 'A selector that finds the video that was chosen.',
};
