import type { Step, StepKind } from '../evening/step';
import type { OddAnswerName } from '../tracker/answers';

type Steps = readonly Step[];

/** Whether an evening has a step of one of these kinds. */
export function has(steps: Steps, ...kinds: readonly StepKind[]): boolean {
  return steps.some(({ kind }) => kinds.includes(kind));
}

/** Whether the tracker gives one of these answers in an evening. */
export function hasAnswer(steps: Steps, ...names: readonly OddAnswerName[]): boolean {
  return steps.some((step) => step.kind === 'tracker' && step.answers.some((name) => names.includes(name)));
}

/** Whether a step of the second kinds comes after one of the first. */
export function follows(steps: Steps, first: readonly StepKind[], second: readonly StepKind[]): boolean {
  const from = steps.findIndex(({ kind }) => first.includes(kind));
  return from !== -1 && has(steps.slice(from + 1), ...second);
}

/** Whether a title plays for so many seconds without anything else, until a step of one of these kinds. */
export function playedBefore(steps: Steps, seconds: number, kinds: readonly StepKind[]): boolean {
  let played = 0;
  return steps.some((step) => {
    if (kinds.includes(step.kind) && played >= seconds) return true;
    played = step.kind === 'play' ? played + step.seconds : 0;
    return false;
  });
}

/** Whether a step of the second kinds is the next one after one of the first. */
export function comesRightAfter(
  steps: Steps,
  first: readonly StepKind[],
  second: readonly StepKind[],
): boolean {
  return steps.some(
    ({ kind }, index) => second.includes(kind) && has(steps.slice(index - 1, index), ...first),
  );
}
