import type { AccountView } from '../../core/settings/account-view';
import type { TabView } from '../../core/status/status';
import type { NoPlayer } from '../environment/snapshot';
import type { Action } from '../../ui/hooks/use-action';

/** Properties that all parts of the view "Now" share. */
export type NowProps = Readonly<{
  view: TabView;
  account: AccountView;
  action: Action;
  noPlayer: NoPlayer | undefined;
  /** The tab can be heard, so that something seems to play. */
  audible: boolean;
  /** Opens the search for the right title. */
  onSearch: () => void;
  /** Opens the view "Later". */
  onReview: () => void;
}>;
