import { Window } from 'happy-dom';
import { describe, expect, test } from 'vitest';
import { attributeTests, neededValue, idsIn, redactJson } from '../../../src/core/workbench/redact';

describe('of an attribute', () => {
  test.each([
    ['a[href^="/series/"]', 'a', 'href', '/series/one?member=jane', '/series/'],
    ["a[href*='/title/'][href$=html]", 'a', 'href', '/title/jane.html', '/title/ html'],
    ['[data-state]', 'div', 'data-state', 'jane', ''],
    ['[data-state="on"]', 'div', 'data-state', 'on', 'on'],
    ['[data-state="on"]', 'div', 'data-state', 'off', undefined],
    ['.title.is-large', 'h1', 'class', 'jane title is-large is-larger', 'title is-large'],
    ['[class*="Title_"]', 'h1', 'class', 'Title_x1y2 jane', 'Title_'],
    ['#player', 'div', 'id', 'player', 'player'],
    ['#player', 'div', 'id', 'player-jane', undefined],
    ['[value]', 'input', 'value', 'jane', undefined],
    ['div', 'div', 'data-user', 'jane', undefined],
  ])('what %s asks for is kept, and no more', (selector, tag, name, value, kept) => {
    const element = new Window().document.createElement(tag) as unknown as Element;
    element.setAttribute(name, value);
    expect(neededValue(element, name, value, selector, attributeTests(selector))).toBe(kept);
  });
});

test('JSON is made safe in every text and number, but for the ids of the address', () => {
  const known = idsIn('/watch/1234567890123');
  expect([...known]).toEqual(['1234567890123']);
  expect(
    redactJson(
      {
        id: 1_234_567_890_123,
        phone: 4_915_112_345_678,
        mail: ['jane@mail.example'],
        deep: { id: '1234567890123' },
      },
      known,
    ),
  ).toEqual({
    id: 1_234_567_890_123,
    phone: 0,
    mail: ['someone@example.org'],
    deep: { id: '1234567890123' },
  });
});
