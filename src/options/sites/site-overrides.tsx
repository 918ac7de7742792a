import type { JSX } from 'preact';
import { defaultSettings } from '../../core/settings/settings';
import type { SiteState, SiteView } from '../../core/settings/site-state';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { settingsStore } from '../../platform/storage/stores';
import type { Action } from '../../ui/hooks/use-action';
import { useStored } from '../../ui/hooks/use-stored';
import { evidences, intervals, lengths } from '../settings/choices';
import { SelectRow } from '../settings/setting-rows';

type Overrides = NonNullable<SiteState['overrides']>;

/** The value of the option that removes an override; no setting has negative values. */
const AS_EVERYWHERE = -1;

interface SiteOverridesProps {
  readonly site: SiteView;
  readonly action: Action;
}

/** The settings that can differ on one site. */
export function SiteOverrides({ site, action }: SiteOverridesProps): JSX.Element {
  const settings = useStored(settingsStore) ?? defaultSettings;
  const { interval, evidence, minimumLength } = site.state.overrides ?? {};
  const everywhere = { value: AS_EVERYWHERE, label: text('sites_as_everywhere') };
  const set = (name: keyof Overrides, value: number) => {
    const { [name]: _old, ...others } = site.state.overrides ?? {};
    const overrides = value === AS_EVERYWHERE ? others : { ...others, [name]: value };
    void action.run(() => send('sites.set', { siteId: site.id, overrides }));
  };
  return (
    <div class="settings">
      <SelectRow
        id={`${site.id}-interval`}
        label={text('scrobbling_interval')}
        value={interval ?? AS_EVERYWHERE}
        options={[everywhere, ...intervals(interval ?? settings.interval)]}
        onChange={(value) => set('interval', value)}
      />
      <SelectRow<number>
        id={`${site.id}-evidence`}
        label={text('scrobbling_evidence')}
        value={evidence ?? AS_EVERYWHERE}
        options={[everywhere, ...evidences()]}
        onChange={(value) => set('evidence', value)}
      />
      <SelectRow
        id={`${site.id}-minimum`}
        label={text('scrobbling_minimum')}
        value={minimumLength ?? AS_EVERYWHERE}
        options={[everywhere, ...lengths(minimumLength ?? settings.minimumLength)]}
        onChange={(value) => set('minimumLength', value)}
      />
    </div>
  );
}
