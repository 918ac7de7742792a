import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';

/** The ten ratings, of which each is half a star. */
const RATINGS = Array.from({ length: 10 }, (_, index) => index + 1);

/**
 * A rating from 1 to 10 as five stars of two halves: radio buttons, so that arrow keys change it and screen
 * readers say which of ten is chosen. A click on the chosen one takes it back, as the Delete key does.
 */
export function Stars({
  value,
  onChange,
}: Readonly<{
  value: number | undefined;
  onChange: (rating: number | null) => void;
}>): JSX.Element {
  const name = useId();
  return (
    <fieldset class="stars">
      <legend class="hidden">{text('recorded_rate')}</legend>
      {RATINGS.map((rating) => (
        <label key={rating} class={value !== undefined && rating <= value ? 'half on' : 'half'}>
          <input
            type="radio"
            name={name}
            class="hidden"
            aria-label={text('recorded_rating', rating)}
            checked={rating === value}
            onClick={() => rating === value && onChange(null)}
            onKeyDown={({ key }) => rating === value && key === 'Delete' && onChange(null)}
            onChange={() => onChange(rating)}
          />
          <svg
            width="13"
            height="24"
            viewBox={rating % 2 === 1 ? '0 0 12 24' : '12 0 12 24'}
            aria-hidden="true"
          >
            <path d="M12 2.6l2.9 6 6.6.9-4.8 4.6 1.2 6.5L12 17.5l-5.9 3.1 1.2-6.5L2.5 9.5l6.6-.9Z" />
          </svg>
        </label>
      ))}
    </fieldset>
  );
}
