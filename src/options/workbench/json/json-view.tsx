import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../../platform/browser/i18n';
import { Loading } from '../../../ui/components/loading';
import { ProblemList } from '../draft/problem-list';
import type { DraftReading } from '../draft/draft-text';
import type { OpenDraft } from '../draft/use-draft';
import type { JsonEditor } from './json-editor';

type JsonViewProps = Readonly<{
  draft: OpenDraft;
  reading: DraftReading;
  /** The path that is shown first, such as `pages[0].item.title`. */
  place: string | undefined;
}>;

/** The draft as JSON. */
export function JsonView({ draft, reading, place }: JsonViewProps): JSX.Element {
  const { parent, ready } = useJsonEditor(draft, place);
  return (
    <>
      <p class="small muted">{text('workbench_json_hint')}</p>
      {!ready && <Loading />}
      <div class="json" dir="ltr" ref={parent} />
      {reading.state === 'broken' && (
        <p class="note bad" role="alert">
          {text('workbench_json_broken', lineAt(draft.document.text, reading.at))}{' '}
          <span dir="ltr">{reading.message}</span>
        </p>
      )}
      {reading.state === 'wrong' && (
        <div class="note bad small" role="alert">
          <ProblemList problems={reading.problems} most={8} class="bullets" />
        </div>
      )}
    </>
  );
}

/** Creates the editor in `parent`. Its script is large, so it is loaded with the first view. */
function useJsonEditor(draft: OpenDraft, place: string | undefined) {
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<JsonEditor | undefined>(undefined);
  const latest = useRef(draft);
  latest.current = draft;
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let ended = false;
    const begin = async () => {
      const { createJsonEditor } = await import('./json-editor');
      if (ended || parent.current === null) return;
      editor.current = createJsonEditor(parent.current, {
        text: latest.current.document.text,
        label: text('workbench_view_json'),
        onChange: (next) => latest.current.setText(next),
        onUndo: () => latest.current.undo(),
        onRedo: () => latest.current.redo(),
      });
      if (place !== undefined) editor.current.reveal(place);
      setReady(true);
    };
    void begin();
    return () => {
      ended = true;
      editor.current?.destroy();
    };
  }, []);
  useEffect(() => editor.current?.show(draft.document.text), [draft.document.text, ready]);
  return { parent, ready };
}

/** Number of the line at an offset, from 1. */
function lineAt(whole: string, offset: number): number {
  return whole.slice(0, offset).split('\n').length;
}
