import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const sheet = readFileSync(join(__dirname, '../../web/src/ui/base.css'), 'utf8').replace(
  /\/\*[\s\S]*?\*\//g,
  '',
);
/** The selectors of the rules that lay out a component of the library. */
const laidOut = [...sheet.matchAll(/([^{}]*\.mantine-[^{}]*)\{([^{}]*)\}/g)]
  .filter(([, , rules = '']) => /(^|[;\s])display:/.test(rules))
  .flatMap(([, selectors = '']) => selectors.split(',').map((one) => one.trim()));
/** How many classes, attributes and ids a selector counts with. */
const weight = (selector: string) =>
  selector.replace(/:where\([^)]*\)/g, '').match(/\.[\w-]+|\[[^\]]*\]|#[\w-]+/g)?.length ?? 0;

describe('styles of all pages', () => {
  it('let a page hide a component by one class of its own', () => {
    expect(laidOut.length).toBeGreaterThan(0);
    expect(laidOut.filter((selector) => weight(selector) > 1)).toEqual([]);
  });
});
