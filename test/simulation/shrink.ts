import type { Step } from './evening/step';

/**
 * The fewest and shortest steps that still fail, found by leaving steps out and shortening their times until
 * nothing more can go. `fails` runs an evening with these steps.
 */
export function shrink(steps: readonly Step[], fails: (steps: readonly Step[]) => boolean): readonly Step[] {
  let best = steps;
  for (let changed = true; changed;) {
    changed = false;
    for (const candidate of simpler(best)) {
      if (!fails(candidate)) continue;
      best = candidate;
      changed = true;
      break;
    }
  }
  return best;
}

function* simpler(steps: readonly Step[]): Generator<readonly Step[]> {
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at + size <= steps.length; at += size)
      if (size < steps.length) yield [...steps.slice(0, at), ...steps.slice(at + size)];
  for (const [index, step] of steps.entries())
    for (const one of simplerSteps(step)) yield steps.with(index, one);
}

function* simplerSteps(step: Step): Generator<Step> {
  if ('seconds' in step && Math.abs(step.seconds) > 2)
    yield { ...step, seconds: Math.trunc(step.seconds / 2) };
  if (step.kind === 'tracker' && step.answers.length > 1)
    yield { ...step, answers: step.answers.slice(0, -1) };
  if (step.kind === 'kill-worker-at' && step.step > 1) yield { ...step, step: Math.trunc(step.step / 2) };
}
