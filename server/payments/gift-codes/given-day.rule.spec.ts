import fc from 'fast-check';
import { parseDayCell } from './given-day.rule';

describe('parseDayCell', () => {
  it('reads every day as YYYY-MM-DD and as DD.MM.YYYY', () => {
    const days = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2199-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, (at) => {
        const iso = at.toISOString().slice(0, 10);
        const [year, month, day] = iso.split('-');
        expect(parseDayCell(` ${iso} `)).toBe(iso);
        expect(parseDayCell(`${day}.${month}.${year}`)).toBe(iso);
        expect(parseDayCell(`${Number(day)}.${Number(month)}.${year}`)).toBe(iso);
      }),
    );
  });

  it.each([
    '',
    'soon',
    '2027',
    '2027-02-29',
    '2027-13-01',
    '2027-00-10',
    '31.04.2027',
    '12/31/2027',
    '31/12/2027',
    '12.31.2027',
    '2027-12-31T00:00:00Z',
    '20271231',
    '46387',
    '1999-01-01',
  ])('returns null for %j', (cell) => {
    expect(parseDayCell(cell)).toBeNull();
  });
});
