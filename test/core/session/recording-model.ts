import * as fc from 'fast-check';
import { commands, type Command } from './model-commands';
import { drain } from './model-delivery';
import { assertRecorded, beginViewing } from './model-oracle';
import { emptyModel } from './model-state';
import { run } from './model-viewer';

/** Every viewing that passed 90 % with evidence is recorded exactly once, whatever happens in between. */
export function recordingProperty(): fc.IProperty<[Command[]]> {
  return fc.property(commands, (list) => assertAllRecorded(list));
}

/** Throws if these commands lead to a missing viewing, or to one too many. */
export function assertAllRecorded(list: readonly Command[]): void {
  const model = emptyModel();
  beginViewing(model, 0);
  for (const command of list) run(model, command);
  run(model, { do: 'leave' });
  drain(model);
  assertRecorded(model);
}
