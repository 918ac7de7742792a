import type { AccountView } from '../../core/settings/account-view';
import type { TabView } from '../../core/status/tab-view';
import type { Action } from '../../ui/hooks/use-action';

/** What every part of the "Now" view is given. */
export interface NowProps {
  readonly view: TabView;
  readonly account: AccountView;
  readonly action: Action;
  readonly onSearch: () => void;
  readonly onReview: () => void;
}
