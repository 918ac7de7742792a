import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { ConfirmButton } from '../../ui/components/confirm-button';
import { Problem } from '../../ui/components/problem';
import { useAction } from '../../ui/hooks/use-action';
import { useAnswer } from '../../ui/hooks/use-answer';
import { displayName } from '../../ui/text/naming';
import { plural } from '../../ui/text/plural';

/** Most updates that are counted, and titles that are named before they are removed. */
const MOST = 1000;
const MOST_NAMES = 20;

/**
 * Says that what was watched without an account goes to the one that signs in, which may be another person's,
 * and lets it be removed before.
 */
export function BeforeSignIn(): JSX.Element {
  const { value, again } = useAnswer('outbox.list', { limit: MOST });
  const action = useAction();
  const found = value?.filter(({ account }) => account === '') ?? [];
  const names = found.map(({ item }) => {
    const name = displayName(item);
    return [name?.title, name?.detail].filter(Boolean).join(' · ');
  });
  return (
    <>
      {found.length > 0 && (
        <div class="note wait stack before-sign-in">
          <p>{plural('account_before', new Set(names).size)}</p>
          <div>
            <ConfirmButton
              label={text('account_before_remove')}
              question={text('account_before_question')}
              onConfirm={() => action.run(() => send('account.adopt-queue', { send: false })).finally(again)}
            >
              <ul class="small">
                {[...new Set(names)].slice(0, MOST_NAMES).map((name) => (
                  <li key={name}>
                    <bdi>{name}</bdi>
                  </li>
                ))}
              </ul>
            </ConfirmButton>
          </div>
        </div>
      )}
      <Problem message={action.error} />
    </>
  );
}
