import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const web = join(__dirname, '../../web/src');
const files = readdirSync(web, { recursive: true, encoding: 'utf8' });
const read = (file: string) => readFileSync(join(web, file), 'utf8');

/** Fixed layers outside of ui/room must ignore the pointer, so that they block no control. */
const untouchable = /pointer-events: none/;

/**
 * Sticky layers inside a scrolling box; the scroll padding of that box reserves space for them
 * (ui/base.css, or the box's own file).
 */
const inOwnBox = new Set([
  'domain/sessions/session-launch.module.css .foot',
  'features/account/security/security.module.css .kept',
  'features/experiment-builder/table/table.module.css .table .number:not(.end)',
]);
/**
 * Sticky layers at the upper edge of the window, for which the page reserves space with
 * `roomFor.head`.
 */
const heads: Record<string, string> = {
  'features/layout/menus/header.module.css &[data-sticky]': 'features/layout/menus/header.tsx',
  'features/experiment-builder/builder.module.css .bar': 'features/experiment-builder/top-bar.tsx',
};

const rules = files
  .filter((file) => file.endsWith('.css'))
  .flatMap((file) =>
    [...read(file).matchAll(/([^{};]+)\{([^{}]*position:\s*(fixed|sticky)[^{}]*)/g)].map(
      ([, selector = '', body = '', kind]) => ({
        name: `${file} ${selector.replace(/\/\*.*?\*\//gs, '').trim()}`,
        body,
        kind,
      }),
    ),
  );

describe('layers that stay in the window while a page scrolls', () => {
  it('fixed layers are in the dock, which reserves room for them, or ignore the pointer', () => {
    const fixed = rules.filter(({ kind }) => kind === 'fixed');
    expect(fixed.length).toBeGreaterThan(2);
    expect(
      fixed
        .filter(({ name, body }) => !name.startsWith('ui/room/') && !untouchable.test(body))
        .map(({ name }) => name),
    ).toEqual([]);
  });

  it('sticky layers are placed relative to reserved room, inside a box of their own, or reserve room themselves', () => {
    const sticky = rules.filter(({ kind }) => kind === 'sticky');
    expect(sticky.length).toBeGreaterThan(5);
    expect(
      sticky
        .filter(
          ({ name, body }) => !inOwnBox.has(name) && !(name in heads) && !/var\(--room-/.test(body),
        )
        .map(({ name }) => name),
    ).toEqual([]);
    for (const file of Object.values(heads)) expect(read(file)).toContain('roomFor.head');
  });

  it('no component uses a fixed layer of the component library', () => {
    // The overlay of docs/specification.md, 3 covers the whole page, on purpose.
    const all = files.filter(
      (file) => file.endsWith('.tsx') && file !== 'features/layout/overlay.tsx',
    );
    expect(
      all.filter((file) =>
        /\bAffix\b|pos(ition)?="(fixed|sticky)"|position: 'fixed'/.test(read(file)),
      ),
    ).toEqual([]);
  });
});
