/**
 * The weight of each kind of evidence: the natural logarithm of how many times more often it is seen with the
 * right work than with a wrong one. These are estimates, chosen so that `npm run bench -- titles` sends
 * nothing wrong; test/bench/TITLES.md shows the effect of leaving each out. The extension keeps these numbers
 * in the file of title-words.ts.
 */
export const weights = {
  /** The page names the work by an id of the film database. */
  id: 8,
  'id-differs': -20,
  /** The tracker was asked by an id of IMDb or thetvdb.com, which its answer does not repeat. */
  'id-asked': 5,

  /** Exactly the same name: the original one, or one in the language of the page. */
  name: 4,
  /** The same but for an article, a sign, the spacing, the order of words or the spelling of a number. */
  'name-variant': 3.2,
  /** Exactly the same name, but known only in another language than the page's: more often a coincidence. */
  'name-elsewhere': 3,
  /** Nearly the same letters: a spelling, or another film ("Alien", "Aliens"). Year and runtime decide. */
  'name-near': -0.3,
  /** One name begins or ends with the other: a subtitle, or a sequel, a making-of, a spin-off. */
  'name-part': -0.7,
  /** No name is known in the page's script, so the names cannot be compared. Proves nothing. */
  'name-script': -2,
  'name-differs': -6,
  /** The answer contains no name. */
  'name-missing': 0.5,

  year: 3.2,
  /** Release years often differ by one: festival, country. */
  'year-near': 0.3,
  /** An episode may state its own year, which is later than that of its series. */
  'year-later': 0,
  'year-differs': -6,

  /** `lengthEvidence` computes the value from the distance; these are the values in between. */
  runtime: 2.6,
  /** The length differs by 4 %: broadcasts run at 25 instead of 24 pictures a second. */
  'runtime-faster': 2.1,
  'runtime-near': -0.6,
  /** Another cut, or another film. */
  'runtime-far': -2.2,
  'runtime-differs': -3.5,
  /** A clip or a trailer, which carries the name of the work. */
  'runtime-clip': -8,
  /** The tracker states runtimes, but none for this work: an entry with little information. */
  'runtime-unknown': -2,
  /** The length fits the episodes of the series. Episodes vary, so this proves less than for a film. */
  length: 1.5,
  /** Up to 15 % longer or shorter: a pilot, advertisements, or another series of that name. */
  'length-near': -0.9,
  'length-far': -2.2,

  /** Season and number are those of the page. */
  numbers: 0.5,
  /** The same episode counted in another way: through all seasons, or as a season of its own. */
  'numbers-counted': 0.4,
  /** Part of a longer season; the tracker does not say where the part begins. */
  'numbers-open': 0,
  /** No season is stated, and the number exists in several. */
  'season-open': -8,
  /** The page states several episodes, and the video is not as long as all of them. */
  'episodes-open': -8,
  'numbers-differ': -6,
  'episode-name': 4,
  /** This episode has another name in the language of the page. */
  'episode-differs': -4,
  /** The answer, in an unknown language, has another name for the episode. */
  'episode-unlike': -0.5,
  /** The page states neither number nor a comparable name: it may be any episode of the series. */
  'episode-open': -3,

  /** Sites of a country more often show works in its own language. */
  language: 0.2,
} as const;

export type EvidenceKind = keyof typeof weights;

/** A difference from the runtime, as a share of it, and the value of the evidence there. */
export type Slope = (readonly [distance: number, value: number])[];

/**
 * The logarithm of how many times more often the right film has this difference than any other film. Half of
 * the pages are within 1 %; credits, logos and the rounding to minutes move most of the rest by up to 4 %.
 */
const filmSlope: Slope = [
  [-0.3, -4],
  [-0.12, -2.4],
  [-0.08, -1.8],
  [-0.06, -0.8],
  [-0.04, 0.6],
  [-0.02, 1.6],
  [-0.01, 2.6],
  [0.01, 2.6],
  [0.02, 1.6],
  [0.04, 0.6],
  [0.06, -0.8],
  [0.08, -1.8],
  [0.12, -2.4],
  [0.3, -4],
];

/** In countries whose broadcasts run at 25 instead of 24 pictures a second, many films are 4 % shorter. */
const fasterSlope: Slope = [
  ...filmSlope.filter(([distance]) => distance < -0.06),
  [-0.06, 0],
  [-0.05, 1.2],
  [-0.04, 2.1],
  [-0.03, 1.6],
  ...filmSlope.filter(([distance]) => distance > -0.03),
];

/** Episodes of a series differ among each other, so a length proves less than with a film. */
const episodeSlope: Slope = [
  [-0.4, -3.5],
  [-0.2, -2.2],
  [-0.13, -0.9],
  [-0.07, 1.5],
  [0.07, 1.5],
  [0.13, -0.9],
  [0.2, -2.2],
  [0.6, -3.5],
];

/**
 * If two namesakes both have a possible length, the nearer one is no more than likely. Within the speed-up of
 * broadcasts in either direction, a rival counts as if it had exactly the right length, in any language. So
 * length alone decides nothing; the year or the popularity must.
 */
const rivalSlope: Slope = [
  [-0.08, -4],
  [-0.07, 1.2],
  [-0.06, 2.6],
  [0.04, 2.6],
  [0.05, 1.2],
  [0.06, -4],
];

export const slopes = { film: filmSlope, faster: fasterSlope, episode: episodeSlope, rival: rivalSlope };
