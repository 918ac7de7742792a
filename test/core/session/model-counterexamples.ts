import type { Command } from './model-commands';

/** Sequences that once led to a missing or a superfluous entry. */
export const counterexamples: Readonly<Record<string, Command[]>> = {
  'a watched film begins again, so fast that half of it passes before confirmation': [
    { do: 'next', film: 1 },
    { do: 'play', seconds: 18, rate: 16 },
    { do: 'play', seconds: 253, rate: 1 },
    { do: 'next', film: 0 },
    { do: 'next', film: 1 },
    { do: 'play', seconds: 31, rate: 16 },
    { do: 'deliver', answers: ['ok'] },
    { do: 'play', seconds: 55, rate: 1 },
  ],

  'an ad interrupts minutes after another title has taken over': [
    { do: 'next', film: 1 },
    { do: 'play', seconds: 421, rate: 1 },
    { do: 'next', film: 0 },
    { do: 'wait', seconds: 128 },
    { do: 'ad', seconds: 5, marked: false },
  ],

  'an ad interrupts minutes after a pause whose reports the worker lost': [
    { do: 'next', film: 1 },
    { do: 'play', seconds: 396, rate: 1 },
    { do: 'ad', seconds: 5, marked: false },
    { do: 'stop-storing' },
    { do: 'wait', seconds: 127 },
    { do: 'stop-storing' },
    { do: 'next', film: 0 },
    { do: 'ad', seconds: 5, marked: false },
  ],

  'ads before the credits, and another title before the film is confirmed again': [
    { do: 'play', seconds: 438, rate: 2 },
    { do: 'reload' },
    { do: 'ad', seconds: 30, marked: false },
    { do: 'ad', seconds: 5, marked: false },
    { do: 'deliver', answers: ['ok'] },
    { do: 'play', seconds: 1, rate: 1 },
    { do: 'next', film: 1 },
    { do: 'seek', to: 0 },
    { do: 'play', seconds: 1, rate: 1 },
  ],

  'a rewatch is reloaded just before 90 %, so the crossing has no start of its own': [
    { do: 'play', seconds: 67, rate: 2 },
    { do: 'ad', seconds: 5, marked: false },
    { do: 'play', seconds: 150, rate: 2 },
    { do: 'ad', seconds: 5, marked: false },
    { do: 'play', seconds: 149, rate: 1 },
    { do: 'play', seconds: 167, rate: 1 },
    { do: 'leave' },
    { do: 'seek', to: 0 },
    { do: 'play', seconds: 352, rate: 2 },
    { do: 'reload' },
    { do: 'play', seconds: 7, rate: 16 },
  ],

  'a second ad of nearly the same length, while the film after the first awaits confirmation': [
    { do: 'seek', to: 0.98 },
    { do: 'ad', seconds: 51, marked: false },
    { do: 'ad', seconds: 46, marked: false },
    { do: 'play', seconds: 1, rate: 1 },
    { do: 'seek', to: 0 },
  ],

  'a title is corrected and corrected back before its crossing, of which the answer was lost, is repeated': [
    { do: 'play', seconds: 50, rate: 16 },
    { do: 'deliver', answers: ['ok', 'lost'] },
    { do: 'correct', film: 0, right: false },
    { do: 'correct', film: 0, right: true },
  ],

  'another person signs in during a film, and another title shows too shortly to end it': [
    { do: 'play', seconds: 30, rate: 1 },
    { do: 'account' },
    { do: 'next', film: 1 },
    { do: 'next', film: 0 },
    { do: 'play', seconds: 50, rate: 16 },
  ],

  'a page is loaded anew in the credits, and an advertisement comes before them': [
    { do: 'play', seconds: 353, rate: 2 },
    { do: 'play', seconds: 94, rate: 1 },
    { do: 'reload' },
    { do: 'ad', seconds: 31, marked: false },
    { do: 'play', seconds: 3, rate: 16 },
    { do: 'next', film: 0 },
    { do: 'deliver', answers: ['ok'] },
    { do: 'seek', to: 0 },
    { do: 'stop' },
    { do: 'play', seconds: 1, rate: 1 },
  ],
};
