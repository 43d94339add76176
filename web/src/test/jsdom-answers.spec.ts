/**
 * scripts/jest/quick-jsdom.cjs and quick-styles.cjs compute some results of jsdom faster, and keep
 * them until the document changes. These tests check that jsdom itself gives the same results.
 */
const input = (id: string) => document.getElementById(id) as HTMLInputElement;
const labels = (id: string) => [...(input(id).labels ?? [])].map(({ textContent }) => textContent);
const controlOf = (text: string) =>
  [...document.querySelectorAll('label')].find(({ textContent }) => textContent === text)?.control
    ?.id;

beforeEach(() => {
  document.body.innerHTML = `
    <label for="name">Name</label><label for="name">First name</label><input id="name">
    <label>Age<input id="age"></label>
    <label for="">Empty</label><label for="nothing">Nothing</label>
    <label for="box">Box</label><div id="box"></div>`;
});
afterEach(() => document.body.replaceChildren());

it('the labels of a field are found by id and around it, and none for an element that takes no label', () => {
  expect(labels('name')).toEqual(['Name', 'First name']);
  expect(labels('age')).toEqual(['Age']);
  expect(['Name', 'Age', 'Empty', 'Nothing', 'Box'].map(controlOf)).toEqual([
    'name',
    'age',
    undefined,
    undefined,
    undefined,
  ]);
});

it('different labels are found once an id, an address or the document has changed', () => {
  const seen = input('name').labels;
  expect(seen).toHaveLength(2);
  document.querySelector('label')?.setAttribute('for', 'age');
  expect([seen?.length, labels('age')]).toEqual([1, ['Name', 'Age']]);
  input('name').id = 'other';
  expect([labels('other'), controlOf('First name')]).toEqual([[], undefined]);
  document.querySelector('label')?.remove();
  expect(labels('age')).toEqual(['Age']);
  input('other').type = 'hidden';
  expect(input('other').labels).toBeNull();
});

it('of several fields with the same id, the first in the document is found, whichever was there first', () => {
  const before = document.createElement('input');
  before.id = 'name';
  document.body.prepend(before);
  expect([...(before.labels ?? [])]).toHaveLength(2);
  expect(document.querySelector('label')?.control).toBe(before);
  before.remove();
  expect(labels('name')).toEqual(['Name', 'First name']);
});

it('labels outside of the document are found', () => {
  const form = document.createElement('form');
  form.innerHTML = '<label for="name">Apart</label><input id="name">';
  const [field] = form.getElementsByTagName('input');
  expect([...(field?.labels ?? [])].map(({ textContent }) => textContent)).toEqual(['Apart']);
  expect(labels('name')).toEqual(['Name', 'First name']);
});

it('a style is computed again after a change of the element or around it', () => {
  const { body } = document;
  const styleOf = () => getComputedStyle(input('age'));
  expect(styleOf()).toBe(styleOf());
  expect([styleOf().display, styleOf().visibility]).toEqual(['inline-block', 'visible']);
  input('age').style.display = 'none';
  expect(styleOf().display).toBe('none');
  body.style.visibility = 'hidden';
  expect(styleOf().visibility).toBe('hidden');
  body.removeAttribute('style');
  input('age').removeAttribute('style');
  const sheet = document.createElement('style');
  sheet.textContent = 'input { display: grid }';
  body.append(sheet);
  expect(styleOf().display).toBe('grid');
  sheet.remove();
  expect(styleOf().display).toBe('inline-block');
});

it('rules of the browser apply by name, attribute and place, and rules of the page after them', () => {
  document.body.innerHTML = `
    <style>
      li { display: unset } .shown { display: flex }
      @media screen { em { visibility: hidden } } @media print { b { display: none } }
    </style>
    <table><tr><td></td></tr></table> <p hidden></p> <dialog></dialog> <dialog open></dialog>
    <ul><li></li></ul> <nav><ul><ul></ul></ul></nav> <span></span> <div class="shown"></div>
    <input type="hidden"> <em><i></i></em> <b></b> <svg><title></title></svg>
    <p hidden style="display: grid"></p>`;
  const of = (selector: string) =>
    getComputedStyle(document.querySelector(selector) ?? new Image());
  const displays = {
    ...{ td: 'table-cell', p: 'none', dialog: 'none', 'dialog[open]': '', li: '' },
    ...{ span: '', div: 'flex', input: 'none', b: '', title: 'none', '[style]': 'grid' },
  };
  const displayed = Object.keys(displays).map((selector) => [selector, of(selector).display]);
  expect(Object.fromEntries(displayed)).toEqual(displays);
  expect([of('i').visibility, of('i').fontStyle, of('b').visibility]).toEqual([
    ...['hidden', 'italic', 'visible'],
  ]);
  expect(of('nav ul ul').listStyleType).toBe('circle');
  expect(of('p').getPropertyValue('display')).toBe('none');
});
