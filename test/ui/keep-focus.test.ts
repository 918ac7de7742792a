// @vitest-environment happy-dom
import { afterAll, beforeEach, expect, test } from 'vitest';
import { keepFocus } from '../../src/ui/keep-focus';

const root = document.createElement('div');
document.body.append(root);
keepFocus(root);
afterAll(() => root.remove());

beforeEach(() => {
  root.innerHTML = `
    <nav><a id="first" href="#">First</a></nav>
    <section>
      <p id="near"><input id="off" disabled><button id="pressed">Undo</button><button id="other">Close</button></p>
    </section>`;
  byId('pressed').focus();
});

const byId = (id: string) => document.getElementById(id) as HTMLButtonElement;
const focused = () => document.activeElement?.id;

test('where the control with the focus is taken away, the next one that can be used gets it', async () => {
  byId('pressed').remove();
  await expect.poll(focused).toBe('other');
});

test('where all around it is taken away, the first one of what is left gets it', async () => {
  byId('near').remove();
  await expect.poll(focused).toBe('first');
});

test('where the control is turned off, its neighbour gets the focus', async () => {
  byId('pressed').disabled = true;
  await expect.poll(focused).toBe('other');
  byId('other').disabled = true;
  await expect.poll(focused).toBe('first');
});

test('the undo of what a button did is not where its second press goes', async () => {
  byId('near').insertAdjacentHTML('afterbegin', '<span role="status"><button>Undo</button></span>');
  byId('pressed').disabled = true;
  await expect.poll(focused).toBe('other');
});

test('a focus that was set meanwhile stays', async () => {
  byId('pressed').remove();
  byId('first').focus();
  byId('other').remove();
  await new Promise((resolve) => setTimeout(resolve));
  expect(focused()).toBe('first');
});
