/**
 * What each kind of evidence is worth: the natural logarithm of how many times more often it is seen with the
 * right work than with another one. Estimates, chosen so that `npm run bench -- titles` sends nothing wrong;
 * what each kind is worth when it is left out is in test/bench/TITLES.md.
 */
export const weights = {
  /** The page names the work by an id of the film database. */
  id: 8,
  'id-differs': -20,
  /** The work was asked for by an IMDb id, which the answer does not repeat. */
  'id-asked': 5,

  /** The very name: the original one, or one in the language of the page. */
  name: 4,
  /** The same but for an article, a sign, the spacing, the order of words or the spelling of a number. */
  'name-variant': 3.2,
  /** The very name, but known only in another language than the page's: more often a coincidence. */
  'name-elsewhere': 3,
  /** Nearly the same letters: a spelling, or another film ("Alien", "Aliens"). Year and runtime decide. */
  'name-near': -0.3,
  /** One name begins or ends the other: a subtitle, or a sequel, a making-of, a spin-off. */
  'name-part': -0.7,
  /** No name is known in the page's script, so that the names cannot be compared: proves nothing. */
  'name-script': -2,
  'name-differs': -6,
  /** The answer names nothing. */
  'name-missing': 0.5,

  year: 3.2,
  /** A film is often dated a year apart: festival, country. */
  'year-near': 0.3,
  /** An episode may state its own year, which is later than its series'. */
  'year-later': 0,
  'year-differs': -6,

  /**
   * The lengths are worth what length-evidence.ts makes of their distance; these are the values in between.
   */
  runtime: 2.6,
  /** Broadcasts run 25 instead of 24 pictures a second: 4 % shorter. */
  'runtime-faster': 2.1,
  'runtime-near': -0.6,
  /** Another cut, or another film. */
  'runtime-far': -2.2,
  'runtime-differs': -3.5,
  /** A clip or a trailer, which carries the name of the work. */
  'runtime-clip': -8,
  /** The tracker states runtimes, but not of this work: an entry that says little about itself. */
  'runtime-unknown': -2,
  /** An episode as long as its series' episodes are: they vary, so it proves less than with a film. */
  length: 1.5,
  /** Up to 15 % longer or shorter: a pilot, advertisements, or another series of that name. */
  'length-near': -0.9,
  'length-far': -2.2,

  /** Season and number as the page states them. */
  numbers: 0.5,
  /** Another way of counting that leads to the same episode: through all seasons, or a season of its own. */
  'numbers-counted': 0.4,
  /** Part of a longer season, of which the tracker does not say where it begins. */
  'numbers-open': 0,
  /** No season is stated, and the number can be meant in several. */
  'season-open': -8,
  'numbers-differ': -6,
  'episode-name': 4,
  /** The name of this episode is known in the language of the page, and is another one. */
  'episode-differs': -4,
  /** An answer in an unknown language names the episode otherwise. */
  'episode-unlike': -0.5,
  /** The page states neither number nor a name that could be compared: any episode of the series. */
  'episode-open': -3,

  /** Sites of a country show more works of its own language. */
  language: 0.2,
} as const;

export type EvidenceKind = keyof typeof weights;

/** Before any evidence: of the works that a search returns, about one in eight is the one of the page. */
export const priorWeight = -2;

/**
 * A namesake that is better known counts as many times more as its popularity in the film database is higher,
 * to this power. So no obscure work wins against it by its length alone.
 */
export const popularityPower = 0.7;

/** As many times more popular, a work counts its namesake half; beyond that ever less. */
export const farBetterKnown = 7;

/** The most that popularity changes the weight of a namesake, in both directions. */
export const mostPopularityShare = 20;
