import { createPatience, type Asking, type Patience } from './patience';
import type { Title } from '../page/titles';
import type { Person } from '../tracker/tracker';

/**
 * What really happened, as somebody in the room would write it down: what played, who was signed in, what the
 * browser and the tracker did. Nothing of it comes from the extension.
 */
export type Fact =
  | {
      readonly kind: 'played';
      readonly at: number;
      readonly page: number;
      readonly title: Title;
      readonly from: number;
      readonly to: number;
      /** Speed of the player. */
      readonly rate: number;
      /** Nobody was signed in: undefined. */
      readonly account: Person | undefined;
      /** The person has allowed that this is recorded: no private window, not paused, access to the site. */
      readonly allowed: boolean;
      /** The page names this title. */
      readonly named: boolean;
      /** The title that the page named then. */
      readonly namedAs: Title | undefined;
      /** The page states the year of a film. */
      readonly yearStated: boolean;
      /** The page states its position and length only while its controls show. */
      readonly ownClock: boolean;
      /** The player states how long the medium is: nothing can be sent without. */
      readonly lengthKnown: boolean;
      /** Something tells what the page names: an event of the browser, or of a player in the same frame. */
      readonly heard: boolean;
    }
  /** The title is no longer in its player, and stood there. */
  | {
      readonly kind: 'left';
      readonly at: number;
      readonly page: number;
      readonly title: Title;
      readonly position: number;
      /** The browser let the page, or the extension, know of it. */
      readonly told: boolean;
      /** A leave to a page of another site, in which no script runs. */
      readonly elsewhere: boolean;
      /** A leave to a page of another process: Chromium drops what the page says where no worker runs. */
      readonly silenced: boolean;
      readonly rate: number;
      readonly wasPlaying: boolean;
      /** The player itself was paused: it does not only wait for data. */
      readonly wasPaused: boolean;
    }
  /**
   * The clock of the worker has gone on by so many seconds, or back, and no player has moved meanwhile.
   * `seen`: the clock of the page has jumped with it.
   */
  | { readonly kind: 'jump'; readonly at: number; readonly seconds: number; readonly seen: boolean }
  /** An advertisement without a mark was seen to its end under a title; what followed has not begun yet. */
  | {
      readonly kind: 'ad';
      readonly at: number;
      readonly page: number;
      readonly title: Title;
      /** Its length: at another speed it plays for longer, or less. */
      readonly seconds: number;
      readonly begunAt: number;
    }
  /**
   * Something after which what was not stored is gone; `forgets`: what the browser keeps in memory too;
   * `repeats`: a page that lives on says again what was not answered.
   */
  | {
      readonly kind: 'break';
      readonly at: number;
      readonly why: string;
      readonly page?: number;
      readonly forgets?: true;
      readonly repeats?: true;
    }
  /** Recording was paused, or access taken, and no longer is: the scripts of all pages begin anew. */
  | { readonly kind: 'recording-on'; readonly at: number }
  /** The browser has dropped what a page said at its end: its last update is what is known of it. */
  | { readonly kind: 'unheard'; readonly at: number; readonly page: number }
  /** Why nothing is demanded about this title; without a title, about none from here on. */
  | { readonly kind: 'doubt'; readonly at: number; readonly title: Title | undefined; readonly why: string };

export interface Truth {
  readonly facts: Fact[];
  readonly account: Person | undefined;
  readonly requests: number;
  /** When the tracker has given a token. */
  readonly tokensAt: readonly number[];
  /** Updates that a documented answer refused. */
  readonly refused: readonly string[];
  /** What has reached the tracker. */
  readonly asked: readonly Asked[];
  readonly odd: number;
  /** Requests that came although the tracker had asked for patience, or refused their token. */
  readonly impatient: number;
  readonly tell: (fact: FactWithoutTime) => void;
  readonly signedOut: () => void;
  readonly tokenGiven: (person: Person) => void;
  readonly refusedToken: () => void;
  readonly requested: (request: Requested) => void;
  readonly answered: Patience['answered'];
  /** The extension may not know, or no longer know, that it was asked to wait. */
  readonly mayForgetToWait: () => void;
  /** When the account changed last. */
  readonly accountChanges: readonly { readonly at: number; readonly account: Person | undefined }[];
}

interface Asked {
  readonly at: number;
  readonly path: string;
  readonly body: string;
  /** The answer in place of that of the service. */
  readonly odd: string | undefined;
}

interface Requested extends Asking {
  readonly body: string | undefined;
  /** The answer in place of that of the service. */
  readonly odd: string | undefined;
  readonly isRefusal: boolean;
}

type FactWithoutTime = Fact extends infer One ? (One extends Fact ? Omit<One, 'at'> : never) : never;

export function createTruth(now: () => number): Truth {
  const facts: Fact[] = [];
  const refused: string[] = [];
  const asked: Asked[] = [];
  const tokensAt: number[] = [];
  const accountChanges: { at: number; account: Person | undefined }[] = [];
  const state = {
    account: undefined as Person | undefined,
    requests: 0,
    odd: 0,
  };
  const patience = createPatience(now);
  const setAccount = (account: Person | undefined) => {
    if (state.account === account) return;
    state.account = account;
    accountChanges.push({ at: now(), account });
  };
  return {
    facts,
    refused,
    asked,
    accountChanges,
    get account() {
      return state.account;
    },
    get requests() {
      return state.requests;
    },
    tokensAt,
    get impatient() {
      return patience.hasty();
    },
    get odd() {
      return state.odd;
    },
    tell(fact) {
      // Whatever ends or disturbs the worker may come before it has stored the wish.
      if (fact.kind === 'break') patience.mayForget();
      facts.push({ ...fact, at: now() });
    },
    signedOut: () => setAccount(undefined),
    refusedToken: () => setAccount(undefined),
    tokenGiven(person) {
      tokensAt.push(now());
      patience.mayForgetToWait();
      setAccount(person);
    },
    requested({ body, odd, isRefusal, ...request }) {
      state.requests++;
      patience.requested(request);
      if (odd !== undefined) state.odd++;
      if (body === undefined) return;
      asked.push({ at: now(), path: request.path, body, odd });
      if (isRefusal) refused.push(body);
    },
    answered: patience.answered,
    mayForgetToWait: patience.mayForgetToWait,
  };
}
