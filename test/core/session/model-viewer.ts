import { correct, deliver, review } from './model-delivery';
import type { Command } from './model-commands';
import { beginViewing, currentViewing, judge, notePlayed } from './model-oracle';
import { filmOf, type Model } from './model-state';
import { report, restartWorker } from './model-worker';

/** Carries out one command. */
export function run(model: Model, command: Command): void {
  const act: (model: Model, command: never) => void = actions[command.do];
  act(model, command as never);
}

type Actions = {
  readonly [K in Command['do']]: (model: Model, command: Extract<Command, { do: K }>) => void;
};

const actions: Actions = {
  play: (model, { seconds, rate }) => play(model, seconds, rate),
  pause(model) {
    model.state = 'paused';
    report(model);
  },
  seek(model, { to: share }) {
    const to = share * filmOf(model).duration;
    // Back to the beginning after the end is another viewing; that is what `next` is for.
    if (currentViewing(model).may && to < filmOf(model).duration / 2) return;
    const seekFrom = model.position;
    model.position = to;
    report(model, { seekFrom });
    judge(model, false);
  },
  ad: playAd,
  next(model, { film }) {
    // The same title again in the same player is the same viewing, unless the page was left (reducer.test.ts
    // has a film that begins again by itself).
    if (film === model.film) return leave(model);
    report(model);
    beginViewing(model, film);
  },
  leave,
  reload(model) {
    report(model, { leaving: true });
    model.state = 'paused';
    currentViewing(model).seen = new Set();
  },
  wait(model, { seconds }) {
    model.state = 'paused';
    report(model);
    model.now += seconds * 1_000;
  },
  stop: restartWorker,
  'stop-storing'(model) {
    model.stopsWhileStoring = true;
  },
  account(model) {
    // Whoever has signed in watches the rest, which is theirs.
    Object.assign(model, { account: model.account === 'me' ? 'you' : 'me', signedOut: false });
    currentViewing(model).accounts.add(model.account);
  },
  'sign-in'(model) {
    model.signedOut = false;
  },
  correct: (model, { film, right }) => correct(model, filmOf({ film }).item, right),
  deliver: (model, { answers }) => deliver(model, answers),
  review,
};

function leave(model: Model): void {
  report(model, { leaving: true });
  currentViewing(model).left = true;
  beginViewing(model, model.film);
}

function play(model: Model, seconds: number, rate: number): void {
  const { duration } = filmOf(model);
  model.state = 'playing';
  report(model, { rate });
  for (let left = seconds; left > 0 && model.position < duration; left -= sampleSeconds) {
    const wall = Math.min(left, sampleSeconds);
    const to = Math.min(duration, model.position + wall * rate);
    notePlayed(model, model.position, to);
    model.now += wall * 1_000;
    model.position = to;
    report(model, { rate });
    judge(model, true);
  }
}

function playAd(model: Model, { seconds, marked }: Extract<Command, { do: 'ad' }>): void {
  model.state = 'playing';
  for (let position = 0; position < seconds; position += 5) {
    report(model, { position, duration: seconds, ...(marked ? { gate: 'ad' } : { source: 'ad' }) });
    model.now += 5_000;
  }
  if (!marked) currentViewing(model).adEndedAt = model.now;
  // Nobody can tell an advertisement from a short film before something follows it.
  play(model, 25, 1);
}

/** Seconds between two reports of a playing film. */
const sampleSeconds = 3;
