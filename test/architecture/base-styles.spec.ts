import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const sheet = readFileSync(join(__dirname, '../../web/src/ui/base.css'), 'utf8').replace(
  /\/\*[\s\S]*?\*\//g,
  '',
);
/** The selectors of the CSS rules that set `display` on a component of the library (Mantine). */
const laidOut = [...sheet.matchAll(/([^{}]*\.mantine-[^{}]*)\{([^{}]*)\}/g)]
  .filter(([, , rules = '']) => /(^|[;\s])display:/.test(rules))
  .flatMap(([, selectors = '']) => selectors.split(',').map((one) => one.trim()));
/** Returns the specificity of a selector: the number of its classes, attributes and ids. */
const weight = (selector: string) =>
  selector.replace(/:where\([^)]*\)/g, '').match(/\.[\w-]+|\[[^\]]*\]|#[\w-]+/g)?.length ?? 0;

describe('styles of all pages', () => {
  it('let a page hide a component with a single CSS class', () => {
    expect(laidOut.length).toBeGreaterThan(0);
    expect(laidOut.filter((selector) => weight(selector) > 1)).toEqual([]);
  });
});
