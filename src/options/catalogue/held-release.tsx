import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import type { Reach } from '../../protocol/definition/reach';
import type { Action } from '../../ui/hooks/use-action';
import type { HeldRelease } from './catalogue-state';
import { agree, report, useAgain } from './choices';
import { ReleaseRefusal } from './refusals';

type HeldProps = Readonly<{
  id: string;
  held: HeldRelease;
  action: Action;
}>;

/** A version of the tracker that is not used: why, and what the person can do about it. */
export function Held({ id, held, action }: HeldProps): JSX.Element {
  const { version, why, reach, detail } = held;
  if (why === 'wider')
    return (
      <div class="note wait stack tight">
        <p>{text('catalogue_wider', version)}</p>
        <ReachList reach={reach ?? []} />
        <Choice label={text('catalogue_agree')} action={action} run={() => agree(id)} />
      </div>
    );
  return (
    <div class="stack tight">
      <ReleaseRefusal held={held} />
      {why === 'put_back' && detail !== undefined && <Report id={id} held={held} action={action} />}
      {(why === 'gone_back' || why === 'put_back') && (
        <Choice label={text('catalogue_again', version)} action={action} run={() => useAgain(id)} />
      )}
    </div>
  );
}

/** What a definition reaches beyond the previous one. */
export function ReachList({ reach }: Readonly<{ reach: readonly Reach[] }>): JSX.Element {
  return (
    <ul class="bullets">
      {reach.map((one) => (
        <li key={`${one.kind} ${one.value}`} dir="auto">
          {text(`catalogue_reach_${GROUPS[one.kind]}`, one.value)}
        </li>
      ))}
    </ul>
  );
}

/** A report for the tracker, sent only when the person presses the button. */
function Report({ id, held, action }: HeldProps): JSX.Element {
  if (held.reported === true) return <p class="small muted">{text('catalogue_reported')}</p>;
  return (
    <>
      <Choice label={text('catalogue_report')} action={action} run={() => report(id)} />
      <p class="small muted">{text('catalogue_report_hint')}</p>
    </>
  );
}

type ChoiceProps = Readonly<{
  label: string;
  action: Action;
  run: () => Promise<void>;
}>;

export function Choice({ label, action, run }: ChoiceProps): JSX.Element {
  return (
    <div>
      <button
        type="button"
        class="button small"
        aria-disabled={action.busy}
        onClick={() => void action.run(run)}
      >
        {label}
      </button>
    </div>
  );
}

/** Kinds of reach, grouped as people see them. */
type ReachGroup = 'host' | 'request' | 'sends' | 'cookies' | 'storage' | 'page' | 'data';

const GROUPS: Readonly<Record<Reach['kind'], ReachGroup>> = {
  host: 'host',
  frame: 'host',
  'user-hosts': 'host',
  'api-host': 'request',
  endpoint: 'request',
  method: 'sends',
  header: 'sends',
  body: 'sends',
  cookies: 'cookies',
  storage: 'storage',
  'page-world': 'storage',
  page: 'page',
  data: 'data',
};
