import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';
import { Problem } from '../../ui/components/problem';
import type { ToastContent } from '../../ui/components/toast';
import { useAction } from '../../ui/hooks/use-action';
import { copyText } from '../../ui/hooks/use-clipboard';
import { fileName, saveFile } from '../../ui/save-file';
import { makeReport } from './make-report';

interface ProblemReportProps {
  readonly onToast: (toast: ToastContent) => void;
}

/** A report for the developers. It is made on request, shown in full, and copied or saved by the person. */
export function ProblemReport({ onToast }: ProblemReportProps): JSX.Element {
  const [titles, setTitles] = useState(false);
  const [report, setReport] = useState<string>();
  const action = useAction();
  const make = () => void action.run(async () => setReport(await makeReport(titles)));
  return (
    <div class="card stack">
      <h2>{text('report')}</h2>
      <p class="muted">{text('report_hint')}</p>
      <label class="choice">
        <input
          type="checkbox"
          checked={titles}
          onChange={(event) => {
            setTitles(event.currentTarget.checked);
            setReport(undefined);
          }}
        />
        <span>{text('report_titles')}</span>
      </label>
      <div>
        <button type="button" class="button" onClick={make}>
          {text('report_make')}
        </button>
      </div>
      <Problem message={action.error} />
      {report !== undefined && <ReportText report={report} onToast={onToast} />}
    </div>
  );
}

function ReportText({ report, onToast }: ProblemReportProps & { readonly report: string }): JSX.Element {
  const copy = () => void copyText(report, () => onToast({ message: text('common_copied') }));
  return (
    <>
      <textarea class="mono" rows={12} readOnly aria-label={text('report')} dir="ltr" value={report} />
      <div class="row">
        <button type="button" class="button" onClick={copy}>
          {text('common_copy')}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => saveFile(fileName('report', 'txt', new Date()), 'text/plain', report)}
        >
          {text('common_save_file')}
        </button>
      </div>
    </>
  );
}
