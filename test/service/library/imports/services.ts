import {
  allAt,
  csv,
  dayOf,
  episodes,
  fall,
  films,
  nameOf,
  plainTime,
  titleOf,
  zip,
  type ImportFile,
  type Precision,
  type Seen,
} from './history';

/** Netflix and Prime Video: titles as their pages show them, without a year. */
const netflixTitle = (seen: Seen) => {
  if (seen.place === undefined) return titleOf(seen);
  // Netflix leaves out the season where it takes a series for one.
  if (titleOf(seen) === 'White Collar') return `White Collar: ${nameOf(seen)}`;
  if (titleOf(seen) === 'Chernobyl') return `Chernobyl: Limited Series: ${nameOf(seen)}`;
  return `${titleOf(seen)}: Season ${String(seen.place[0])}: ${nameOf(seen)}`;
};
/** The newest first. */
const played = [...episodes, ...films].toSorted((a, b) => (a.at < b.at ? 1 : -1));
const unpadded = (text = '') => String(Number(text));
const american = (seen: Seen) => {
  const [year = '', month, day] = dayOf(seen).split('-');
  return `${unpadded(month)}/${unpadded(day)}/${year.slice(2)}`;
};
const german = (seen: Seen) => {
  const [year = '', month, day] = dayOf(seen).split('-');
  return `${String(day)}.${String(month)}.${year.slice(2)}`;
};
const history = (date: (seen: Seen) => string) =>
  csv(
    'Title,Date',
    played.map((seen) => ({ Title: netflixTitle(seen), Date: date(seen) })),
  );

const LENGTH_MS = 40 * 60_000;
const ACTIVITY =
  'Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type,Bookmark,Latest Bookmark,Country';
const session = (seen: Seen) => ({
  'Profile Name': 'Ada',
  'Start Time': plainTime({ ...seen, at: new Date(Date.parse(seen.at) - LENGTH_MS).toISOString() }),
  Duration: '00:40:00',
  Title: netflixTitle(seen).replace(/: ([^:]+)$/, (all, name: string) =>
    seen.place === undefined || titleOf(seen) === 'White Collar'
      ? all
      : `: ${name} (Episode ${String(seen.place[1])})`,
  ),
  'Device Type': 'TV',
  Bookmark: '00:40:00',
  Country: 'DE',
});
const activity = csv(ACTIVITY, [
  ...played.map(session),
  {
    ...session(played[0] ?? { work: fall, at: '' }),
    Title: 'Sintel_hook_primary_16x9',
    'Supplemental Video Type': 'HOOK',
    Duration: '00:01:00',
  },
  {
    ...session(played[0] ?? { work: fall, at: '' }),
    Title: 'Big Buck Bunny',
    Duration: '00:00:12',
    Attributes: 'Autoplayed: user action: None;',
  },
]);
const netflix = (form: string, name: string, content: ImportFile['content'], precision: Precision) =>
  ({ product: 'Netflix', form, name, content, seen: allAt(precision, played) }) satisfies ImportFile;

/** `season` and `part` in the language of the account. */
const prime = (season: string, part: string, title: (seen: Seen) => string) => (seen: Seen) => ({
  'Date Watched': Date.parse(seen.at),
  Type: seen.place === undefined ? 'Movie' : 'Series',
  Title: seen.place === undefined ? title(seen) : `${titleOf(seen)} - ${season} ${String(seen.place[0])}`,
  'Episode Title': seen.place === undefined ? '' : `${part} ${String(seen.place[1])}: ${nameOf(seen)}`,
  'Image URL': 'https://images.example/1.jpg',
});
const trailer = { 'Date Watched': 1_662_745_840_083, Type: 'Movie', Title: 'Episode 0: Official Trailer' };
const PRIME = 'Date Watched,Type,Title,Episode Title,Global Title Identifier,Image URL';
const PRIME_NOW =
  'Date Watched,Type,Title,Episode Title,Global Title Identifier,Episode Global Title Identifier,Path,Episode Path,Image URL';
const inGerman = (seen: Seen) => seen.work.titles?.['de'] ?? titleOf(seen);
const english = played.map(prime('Season', 'Episode', titleOf));

export const SERVICES: readonly ImportFile[] = [
  netflix('history of the page, month first', 'NetflixViewingHistory.csv', history(american), 'day'),
  netflix('history of the page, German', 'NetflixViewingHistory.csv', history(german), 'day'),
  netflix('personal data', 'ViewingActivity.csv', activity, 'time'),
  netflix(
    'personal data, the whole archive',
    'netflix-report.zip',
    zip({
      'CONTENT_INTERACTION/ViewingActivity.csv': activity,
      'CONTENT_INTERACTION/SearchHistory.csv': 'Profile Name,Query\nAda,film\n',
      'ACCOUNT/AccountDetails.csv': 'First Name,Email Address\nAda,ada@example.org\n',
    }),
    'time',
  ),
  {
    product: 'Prime Video',
    form: 'watch history, saved by an extension',
    name: 'watch-history.csv',
    content: csv(PRIME, [...english, ...english.slice(0, 1), trailer]),
    seen: allAt('time', played),
  },
  {
    product: 'Prime Video',
    form: 'watch history, German, with episode ids',
    name: 'watch-history.csv',
    content: csv(PRIME_NOW, [...played.map(prime('Staffel', 'Folge', inGerman)), trailer]),
    seen: allAt('time', played),
  },
];
