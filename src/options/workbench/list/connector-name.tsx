import type { JSX } from 'preact';

/** The name of a connector or draft, with a line below it. */
export function ConnectorName({
  name,
  detail,
}: Readonly<{
  name: string;
  detail: string;
}>): JSX.Element {
  return (
    <span class="grow stack tight">
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <span class="small muted clamp" dir="auto">
        {detail}
      </span>
    </span>
  );
}
