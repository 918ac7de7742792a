import type { HeldRelease } from './catalogue-state';

/** A list or a connector was refused, with the reason. */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(
    readonly why: HeldRelease['why'],
    readonly facts: Partial<Pick<HeldRelease, 'name' | 'reach' | 'detail'>> = {},
  ) {
    super(why);
  }
}
