import { html } from 'hono/html';
import type { Html } from './layout';

/** A bar of a chart. */
export type Bar = Readonly<{
  /** The text under the bar; may be empty. */
  label: string;
  /** Replaces `label` in a narrow window, where Arabic month names would overlap. */
  initial?: string;
  /** The first cell of the row in the table. */
  name: string;
  value: number;
  /** The value in words. */
  text: string;
}>;

type Chart = Readonly<{
  /** The title of the chart and of its table. */
  title: string;
  bars: Bar[];
  /** Headings of the two columns of the table. */
  columns: readonly [name: string, value: string];
  /** The text of the switch that opens the table. */
  tableText: string;
  isRightToLeft: boolean;
}>;

const HEIGHT = 120;
const LABEL_HEIGHT = 24;
const WIDTH = 640;
/** The share of a slot that stays empty beside the bar. */
const GAP = 0.25;

/** Draws the bars as SVG and repeats their values in a table. */
export function barChart(chart: Chart): Html {
  const { title, bars, isRightToLeft, tableText } = chart;
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const drawn = bars.map((bar, index) => {
    const place = isRightToLeft ? bars.length - 1 - index : index;
    return drawBar(bar, { place, places: bars.length, share: bar.value / most });
  });
  return html`<figure class="chart">
    <figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT + LABEL_HEIGHT}" role="img" aria-label="${title}">
      <line x1="0" y1="${HEIGHT}" x2="${WIDTH}" y2="${HEIGHT}" />
      ${drawn}
    </svg>
    <details>
      <summary>${tableText}</summary>
      ${table(chart)}
    </details>
  </figure>`;
}

type Drawn = Readonly<{
  /** Index of the bar's slot from the left; there are `places` slots. */
  place: number;
  places: number;
  /** The bar's height as a share of the highest, from 0 to 1. */
  share: number;
}>;

function drawBar(bar: Bar, { place, places, share }: Drawn): Html {
  const step = WIDTH / places;
  const height = share * HEIGHT;
  const label = (text: string, kind = '') =>
    html`<text class="${kind}" x="${round(place * step + step / 2)}" y="${HEIGHT + LABEL_HEIGHT - 5}">
      ${text}
    </text>`;
  const labels =
    bar.initial === undefined
      ? label(bar.label)
      : html`${label(bar.label, 'name')} ${label(bar.initial, 'initial')}`;
  return html`<g>
    <title>${bar.name}: ${bar.text}</title>
    <rect
      class="bar"
      x="${round(place * step + (step * GAP) / 2)}"
      y="${round(HEIGHT - height)}"
      width="${round(step * (1 - GAP))}"
      height="${round(height)}"
      rx="2"
    />
    ${bar.label === '' ? '' : labels}
  </g>`;
}

function table({ title, columns, bars }: Chart): Html {
  const row = ({ name, text }: Bar) =>
    html`<tr>
      <th scope="row">${name}</th>
      <td>${text}</td>
    </tr>`;
  return html`<table>
    <caption class="hidden">
      ${title}
    </caption>
    <thead>
      <tr>
        ${columns.map((column) => html`<th scope="col">${column}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${bars.map(row)}
    </tbody>
  </table>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
