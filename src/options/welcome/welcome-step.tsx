import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';
import { storageItem, type StorageItem } from '../../platform/storage/storage-item';
import { Icon } from '../../ui/components/icon';

const steps = ['tracker', 'sites', 'done'] as const;

export type StepName = (typeof steps)[number];

/** The step that was opened last. A person can close the page and continue there later. */
export const welcomeStore: StorageItem<StepName> = storageItem({
  area: 'local',
  key: 'welcome',
  read: (stored) => steps.find((step) => step === stored) ?? 'tracker',
});

/** The step named in the address: `welcome.html#sites` opens `sites` whatever is stored. */
export function stepOf(hash: string): StepName | undefined {
  return steps.find((step) => `#${step}` === hash);
}

type WelcomeStepProps = Readonly<{
  step: StepName;
  open: StepName;
  /** The task of the step is done. */
  done: boolean;
  onOpen: (step: StepName) => void;
  children: ComponentChildren;
}>;

/** One step: a heading that opens it, and its content while it is open. */
export function WelcomeStep({ step, open, done, onOpen, children }: WelcomeStepProps): JSX.Element {
  const isOpen = step === open;
  return (
    <li
      class={`step${isOpen ? ' open' : ''}${done ? ' done' : ''}`}
      aria-current={isOpen ? 'step' : undefined}
    >
      <h2>
        <button
          type="button"
          ref={useFocusOnOpen(isOpen)}
          aria-expanded={isOpen}
          aria-controls={`step-${step}`}
          onClick={() => onOpen(step)}
        >
          <span class="number" aria-hidden="true">
            {done ? <Icon name="tick" /> : steps.indexOf(step) + 1}
          </span>
          <span>{text(`welcome_${step}`)}</span>
        </button>
      </h2>
      <div id={`step-${step}`} class="stack step-body" hidden={!isOpen}>
        {isOpen && children}
      </div>
    </li>
  );
}

/** Focuses the button of a step that opens, but not when the page is loaded with it. */
function useFocusOnOpen(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    if (isOpen && !wasOpen.current) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}
