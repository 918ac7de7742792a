import type { JSX } from 'preact';
import { refusedField } from '../../../core/workbench/submission';
import { text } from '../../../platform/browser/i18n';
import type { Submission } from '../../../protocol/workbench';
import { codeText } from '../../../ui/text/error-text';

type SubmissionOutcomeProps = Readonly<{
  /** A submission over the quota is shown by the quota itself. */
  answer: Exclude<Submission, Readonly<{ state: 'limited' }>>;
  /** Shows a place of the connector, such as `pages[0].item.title`. */
  onShow: (path: string) => void;
}>;

/** The tracker's answer to a submission; for a refusal, its reason and where to correct it. */
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
      {code === 'validation' ? (
        <Mistake message={message} onShow={onShow} />
      ) : (
        <p>{reasonText(code, message)}</p>
      )}
      <p class="small">{text('workbench_draft_kept')}</p>
      {code === 'unauthorized' && (
        <div>
          <a class="button small" href="#/account">
            {text('repair_sign_in')}
          </a>
        </div>
      )}
    </div>
  );
}

function Mistake({
  message,
  onShow,
}: Pick<SubmissionOutcomeProps, 'onShow'> & Readonly<{ message: string }>): JSX.Element {
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
          <button type="button" class="button small" onClick={() => onShow(placeInDefinition(field))}>
            {text('workbench_show_place')}
          </button>
        </div>
      )}
    </>
  );
}

/** The name and the domains of a submission are copies of fields of the definition. */
function placeInDefinition({ part, path }: NonNullable<ReturnType<typeof refusedField>>): string {
  if (part === 'definition') return path;
  return part === 'name' ? 'name' : `hosts${path}`;
}

function reasonText(code: string, message: string): string {
  if (code === 'forbidden') return text('workbench_refused_account');
  return codeText(code) ?? text('error_unknown', message);
}
