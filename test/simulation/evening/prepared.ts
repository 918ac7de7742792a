import { copyProfile, type Profile } from '../browser/profile';
import type { Parts } from '../run-seeds';
import { createWorld } from '../world';
import { signIn } from './incidents';
import { pass } from './person';

/**
 * The extension as every evening finds it: installed, and with Ann signed in. It is made once, by the
 * extension itself, and copied for each evening.
 */
export function preparedProfile(parts: Parts, accountId: boolean): Profile {
  const known = prepared.get(parts.services) ?? prepare(parts);
  prepared.set(parts.services, known);
  return copyProfile(accountId ? known.named : known.unnamed);
}

interface Prepared {
  readonly named: Profile;
  readonly unnamed: Profile;
}

const prepared = new WeakMap<object, Prepared>();

function prepare(parts: Parts): Prepared {
  const make = (accountId: boolean) => {
    const world = createWorld({ seed: 0, ...parts, traits: { accountId } });
    // An hour before the evening begins.
    world.slept = -3_600_000;
    world.host.emit('installed', { reason: 'install' });
    pass(world, 1);
    signIn(world, 'ann');
    pass(world, 40);
    if (world.truth.account !== 'ann') throw new Error('nobody could sign in');
    parts.services.keepKeys();
    return copyProfile(world.profile);
  };
  return { named: make(true), unnamed: make(false) };
}
