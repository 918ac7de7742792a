import { copyProfile, type Profile } from '../browser/profile';
import type { Parts } from '../run-seeds';
import { createWorld, type Traits } from '../world';
import { signIn } from './incidents';
import { pass } from './person';

/**
 * The extension as every evening finds it: installed, and with Ann signed in. It is made once, by the
 * extension itself, and copied for each evening.
 */
export function preparedProfile(parts: Parts, { engine, accountId }: Kind): Profile {
  const known = prepared.get(parts.services) ?? prepare(parts);
  prepared.set(parts.services, known);
  return copyProfile(known[engine][accountId ? 'named' : 'unnamed']);
}

type Kind = Pick<Traits, 'engine' | 'accountId'>;
type Prepared = Readonly<Record<Traits['engine'], Readonly<Record<'named' | 'unnamed', Profile>>>>;

const prepared = new WeakMap<object, Prepared>();

function prepare(parts: Parts): Prepared {
  const make = (engine: Traits['engine'], accountId: boolean) => {
    const world = createWorld({ seed: 0, ...parts, traits: { engine, accountId } });
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
  const both = (engine: Traits['engine']) => ({ named: make(engine, true), unnamed: make(engine, false) });
  return { chromium: both('chromium'), firefox: both('firefox') };
}
