import { hasRorChecksum } from './ror-id.rule';

const of = (id: string) => hasRorChecksum(`https://ror.org/${id}`);

it.each([
  '03vek6s52',
  '042nb2s44',
  '01xtthb56',
  '02feahw73',
  '05f950310',
  '03yrm5c26',
  '00000zz36',
])('%s is a valid ROR identifier', (id) => expect(of(id)).toBe(true));

it.each([
  '03vek6s53',
  '03vke6s52',
  '00000zz99',
  '13vek6s52',
  '03vek6s5',
  '03vek6s520',
  '03vik6s52',
  '03VEK6S52',
  '',
])('%s is no valid ROR identifier', (id) => expect(of(id)).toBe(false));

it('the checksum of a ROR identifier detects every single wrong character', () => {
  const right = '03vek6s52';
  for (let at = 1; at < 9; at++)
    for (const other of at > 6 ? '0123456789' : '0123456789abcdefghjkmnpqrstvwxyz')
      expect(of(right.slice(0, at) + other + right.slice(at + 1))).toBe(other === right[at]);
});
