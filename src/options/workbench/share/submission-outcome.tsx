import type { JSX } from 'preact';
import { refusedField } from '../../../core/workbench/refused-field';
import { text } from '../../../platform/browser/i18n';
import type { Submission } from '../../../protocol/workbench';
import { textKey } from '../../../ui/text/text-key';

type Told = Exclude<Submission, { readonly state: 'limited' }>;

interface SubmissionOutcomeProps {
  readonly answer: Told;
  readonly onShow: (path: string) => void;
}

/** What the tracker said to a submission, in plain words and with the way on. A pause is told by the count instead. */
export function SubmissionOutcome({ answer, onShow }: SubmissionOutcomeProps): JSX.Element {
  if (answer.state === 'submitted')
    return (
      <p class="note good" role="status">
        {text('workbench_submitted_ok')}
      </p>
    );
  const { code, message } = answer;
  return (
    <div class="note bad stack tight" role="alert">
      {code === 'validation' ? <Mistake message={message} onShow={onShow} /> : <p>{reason(code, message)}</p>}
      <p class="small">{text('workbench_draft_kept')}</p>
      {code === 'unauthorized' && (
        <div>
          <a class="button small" href="#/account">
            {text('account_sign_in')}
          </a>
        </div>
      )}
    </div>
  );
}

function Mistake({
  message,
  onShow,
}: {
  readonly message: string;
  readonly onShow: (path: string) => void;
}): JSX.Element {
  const field = refusedField(message);
  return (
    <>
      <p>
        {text('workbench_refused')}{' '}
        {field !== undefined && (
          <strong>
            {text(`workbench_part_${field.part}`)} {field.path !== '' && <code dir="ltr">{field.path}</code>}
          </strong>
        )}
      </p>
      <p dir="auto">{message}</p>
      {field !== undefined && (
        <div>
          <button type="button" class="button small" onClick={() => onShow(placeOf(field))}>
            {text('workbench_show_place')}
          </button>
        </div>
      )}
    </>
  );
}

/** The hosts and the name stand in the connector too. */
function placeOf({ part, path }: NonNullable<ReturnType<typeof refusedField>>): string {
  if (part === 'definition') return path;
  return part === 'name' ? 'name' : `hosts${path}`;
}

function reason(code: string, message: string): string {
  if (code === 'forbidden') return text('workbench_refused_account');
  const key = textKey('error', code);
  const known = text(key);
  return known === key ? text('error_unknown', message) : known;
}
