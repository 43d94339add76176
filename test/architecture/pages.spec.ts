import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const paths = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, path = '']) => path);

/** Pages without content of their own: they redirect to another page, or to a sign-in. */
const onTheWay = ['/signin/callback', '/signin/sso', '/logout'];

it('every page of the web app is opened by an end-to-end test of pages', () => {
  const looked = readdirSync(join(root, 'test/e2e/pages'))
    .filter((name) => /^every-page.*\.spec\.ts$/.test(name))
    .flatMap((name) => paths(read(`test/e2e/pages/${name}`), /path: \(\) =>\s*[`']([^`'?#]+)/g))
    .map((path) => path.replace(/\$\{[^}]+\}/g, 'x').replace(/(.)\/$/, '$1'));
  const given = ['routes', 'research-routes']
    .flatMap((name) => paths(read(`web/src/${name}.tsx`), /row\(\s*'([^']+)'/g))
    .filter((path) => path !== '*');
  expect(given.length).toBeGreaterThan(40);
  const pattern = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
  expect(
    given.filter(
      (path) => !onTheWay.includes(path) && !looked.some((one) => pattern(path).test(one)),
    ),
  ).toEqual([]);
});
