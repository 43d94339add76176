import fc from 'fast-check';
import { safeRedirect } from './safe-redirect';

test.each(['/home', '/profile/#affiliation', '/study/details/1?x=%2F%2Fevil', '/'])(
  'the redirect to %s is kept',
  (target) => expect(safeRedirect(target)).toBe(target),
);

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/',
  'HTTPS:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'home',
  '',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/./..//evil.example',
  '/a/..//evil.example',
  '/a/b/../..//evil.example',
  '/.///evil.example',
  '/%2e//evil.example',
  '/%2E%2e//evil.example',
  '/.%2e//evil.example',
  '/%2e%2E/%2e//evil.example?x=/home#y',
  '/.\\evil.example',
  '/..\\/evil.example',
  '/.\\\\evil.example',
  '/a\\..\\..',
  '/\t/evil.example',
  '/.\t//evil.example',
  '/\n//evil.example',
  '/.\r\n//evil.example',
  '/\u0000/evil.example',
  '/.// evil.example',
  null,
  undefined,
])('%j is refused', (target) => expect(safeRedirect(target, '/fallback')).toBe('/fallback'));
test.each(['/%2F/evil.example', '/%5Cevil.example', '/home/.//evil', '/%09/evil.example'])(
  'the redirect to %s stays on this site, although it looks like one to another site',
  (target) =>
    expect(new URL(safeRedirect(target, '/fallback'), location.origin).origin).toBe(
      location.origin,
    ),
);

test('a redirect to any string stays on this site', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (rest) => {
      const at = safeRedirect(`/${rest}`);
      return (
        at.startsWith('/') &&
        !at.startsWith('//') &&
        new URL(at, location.origin).origin === location.origin
      );
    }),
  );
});
