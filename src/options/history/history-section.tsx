import type { JSX } from 'preact';
import { lazy } from '../../ui/components/lazy';
import type { ToastContent } from '../../ui/components/toast';

type HistorySectionProps = Readonly<{
  /** The view: `series`. */
  route: string;
  onToast: (toast: ToastContent) => void;
}>;

const View = lazy<HistorySectionProps>(async () => (await import('./history-view')).HistoryView);

/** The history that is kept in this browser. Loaded lazily, so that no other view waits for its script. */
export function HistorySection(props: HistorySectionProps): JSX.Element {
  return <View {...props} />;
}
