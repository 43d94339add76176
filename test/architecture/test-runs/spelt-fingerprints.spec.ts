import { withholdTimesInText } from '../../../server/runtime/withholding/withheld.rule';
import { seededRandomOf } from '../../support/chance/seeded';
import { spellHex } from '../../support/chance/unique';

describe('spellHex', () => {
  const day = 86_400_000;

  it('spells what an anonymous study withholds on no day of two years', () => {
    const chance = seededRandomOf(20_261_130);
    const withheld: string[] = [];
    for (let n = 0; n < 730; n += 1) {
      const today = new Date(Date.UTC(2026, 10, 30) + n * day).toISOString().slice(0, 10);
      const spelt = spellHex(
        Array.from({ length: 10 }, () => chance.int(16).toString(16)).join(''),
      );
      if (withholdTimesInText(spelt, { day: today, last_day: today }) !== spelt)
        withheld.push(spelt);
    }
    expect(withheld).toEqual([]);
  });
});
