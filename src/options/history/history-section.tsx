import type { JSX } from 'preact';
import { lazy } from '../../ui/components/lazy';
import type { ToastContent } from '../../ui/components/toast';

interface HistorySectionProps {
  /** The view: `series`. */
  readonly route: string;
  readonly onToast: (toast: ToastContent) => void;
}

const View = lazy<HistorySectionProps>(async () => (await import('./history-view')).HistoryView);

/** The history that is kept in this browser. No other view waits for its script. */
export function HistorySection(props: HistorySectionProps): JSX.Element {
  return <View {...props} />;
}
