import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const web = join(__dirname, '../../web/src');
const files = readdirSync(web, { recursive: true, encoding: 'utf8' });
const read = (file: string) => readFileSync(join(web, file), 'utf8');

/**
 * What the CSS of an element with `position: fixed` must contain, so that the element does not
 * block a control under it. Elements in the folder ui/room are exempt, because the page keeps space
 * for them.
 */
const untouchable = /pointer-events: none/;

/**
 * Elements with `position: sticky` inside a box that scrolls. The scroll padding of the box keeps the
 * focused control from being hidden behind them (ui/base.css, or the box's own file).
 */
const inOwnBox = new Set([
  'domain/sessions/session-launch.module.css .foot',
  'features/account/security/security.module.css .kept',
  'features/experiment-builder/table/table.module.css .table .number:not(.end)',
]);
/**
 * Elements with `position: sticky` at the upper edge of the window, by file and selector. The value is
 * the component that must reserve space for them on the page with `roomFor.head`.
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
  it('are in the dock, which reserves room for them, or ignore the pointer, if they are fixed', () => {
    const fixed = rules.filter(({ kind }) => kind === 'fixed');
    expect(fixed.length).toBeGreaterThan(2);
    expect(
      fixed
        .filter(({ name, body }) => !name.startsWith('ui/room/') && !untouchable.test(body))
        .map(({ name }) => name),
    ).toEqual([]);
  });

  it('are placed relative to reserved room, inside a box of their own, or reserve room, if they are sticky', () => {
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

  it('are no fixed layers of the component library', () => {
    // The overlay (features/layout/overlay.tsx) covers the whole page on purpose
    // (docs/specification.md, 3).
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
