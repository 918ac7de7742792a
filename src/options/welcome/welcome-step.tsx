import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';
import { Icon } from '../../ui/components/icon';
import { steps, type Step } from './welcome-progress';

interface WelcomeStepProps {
  readonly step: Step;
  readonly open: Step;
  /** What the step is about is done. */
  readonly done: boolean;
  readonly onOpen: (step: Step) => void;
  readonly children: ComponentChildren;
}

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
