import fc from 'fast-check';
import { safeRedirect } from './safe-redirect';

test.each(['/home', '/profile/#affiliation', '/study/details/1?x=%2F%2Fevil', '/'])('%s stays', (target) => expect(safeRedirect(target)).toBe(target));

test.each([
  '//evil.example', '/\\evil.example', '\\\\evil.example', 'https://evil.example/', 'javascript:alert(1)', 'home', '', '/\t/evil.example', '/\n//evil.example', ' //evil.example', '/a\\..\\..', null, undefined,
])('%j is refused', (target) => expect(safeRedirect(target, '/fallback')).toBe('/fallback'));

test('whatever is asked for, it leads to this site', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (rest) => {
    const at = safeRedirect(`/${rest}`);
    return at.startsWith('/') && new URL(at, location.origin).origin === location.origin;
  }));
});
