const bracketsAtEnd = /(?<!\s)\s*[([][^([)\]]*[)\]]\s*$/u;
const edition =
  /(?<!\s)\s+[-–—|:]\s+(?:director['’]s cut|extended|uncut|omdu|omu|ov|4k|hd|remastered)\b[^]*$/iu;
const separator = /(?<!\s)(?:\s*[:|]\s+|\s+[-–—]\s+|\s*[：｜〜～]\s*)/u;

/**
 * What to search for when a title finds nothing: without an edition in brackets, otherwise without its
 * subtitle. The film database forgives no word that a name does not have.
 */
export function simplerTitle(title: string): string | undefined {
  const plain = title.replace(edition, '').replace(bracketsAtEnd, '').trim();
  if (plain !== title.trim() && plain !== '') return plain;
  const main = title.split(separator)[0]?.trim();
  return main === title.trim() || main === '' ? undefined : main;
}
