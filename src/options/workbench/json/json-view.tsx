import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../../platform/browser/i18n';
import type { DraftReading } from '../draft/read-draft';
import type { OpenDraft } from '../draft/use-draft';

type Editor = Awaited<ReturnType<(typeof import('./json-editor'))['createJsonEditor']>>;

interface JsonViewProps {
  readonly draft: OpenDraft;
  readonly reading: DraftReading;
  /** Where to look first, such as `pages[0].item.title`. */
  readonly place: string | undefined;
}

/** The same document as text. The editor is heavy and comes when it is looked at. */
export function JsonView({ draft, reading, place: shown }: JsonViewProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const latest = useRef(draft);
  latest.current = draft;
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let gone = false;
    const begin = async () => {
      const { createJsonEditor } = await import('./json-editor');
      if (gone || place.current === null) return;
      editor.current = createJsonEditor(place.current, {
        text: latest.current.document.text,
        label: text('workbench_view_json'),
        onChange: (next) => latest.current.setText(next),
        onUndo: () => latest.current.undo(),
        onRedo: () => latest.current.redo(),
      });
      if (shown !== undefined) editor.current.reveal(shown);
      setReady(true);
    };
    void begin();
    return () => {
      gone = true;
      editor.current?.destroy();
    };
  }, []);
  useEffect(() => editor.current?.show(draft.document.text), [draft.document.text, ready]);
  return (
    <>
      <p class="small muted">{text('workbench_json_hint')}</p>
      {!ready && (
        <p class="muted" role="status">
          {text('common_loading')}
        </p>
      )}
      <div class="json" dir="ltr" ref={place} />
      {reading.state === 'broken' && (
        <p class="note bad" role="alert">
          {text('workbench_json_broken', lineOf(draft.document.text, reading.at))}{' '}
          <span dir="ltr">{reading.message}</span>
        </p>
      )}
      {reading.state === 'wrong' && (
        <div class="note bad small" role="alert">
          <ul class="bullets">
            {reading.problems.slice(0, 8).map(({ path, message }) => (
              <li key={`${path}${message}`}>
                <code dir="ltr">{path}</code> {message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function lineOf(whole: string, at: number): number {
  return whole.slice(0, at).split('\n').length;
}
