import type { JSX } from 'preact';
import type { Problem } from '../../../protocol/definition/definition';

/** Lists the first problems of a definition, each with its path. The checker's messages are English. */
export function ProblemList({
  problems,
  most,
  class: names,
}: Readonly<{
  problems: Problem[];
  most: number;
  class: string;
}>): JSX.Element {
  return (
    <ul class={names}>
      {problems.slice(0, most).map(({ path, message }) => (
        <li key={`${path}${message}`}>
          <bdi>
            <code dir="ltr">{path}</code> {message}
          </bdi>
        </li>
      ))}
    </ul>
  );
}
