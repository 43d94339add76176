import { attributionCsv, isAttribution, type AttributionLine } from './attribution.rule';

const line = (more: Partial<AttributionLine> = {}): AttributionLine => ({
  path: 'img/face.png',
  sha256: 'ab',
  licence: 'CC-BY-4.0',
  creator: 'Ada',
  source: '',
  ...more,
});
const rowsOf = (...lines: AttributionLine[]) => attributionCsv(lines).split('\r\n').slice(1, -1);

describe('The list of licences and creators', () => {
  it('has a header row and one row for each file, even if a file is given twice', () => {
    expect(attributionCsv([line(), line(), line({ path: 'b.png' })])).toBe(
      '\ufeff"path","sha256","licence","creator","source"\r\n' +
        '"img/face.png","ab","CC-BY-4.0","Ada",""\r\n"b.png","ab","CC-BY-4.0","Ada",""\r\n',
    );
  });

  it('quotes cells that contain commas or quotation marks', () => {
    expect(rowsOf(line({ creator: 'Ada "A", Lovelace' }))).toEqual([
      '"img/face.png","ab","CC-BY-4.0","Ada ""A"", Lovelace",""',
    ]);
  });

  it.each(['=1+1', '+1', '-a', '@SUM(A1)', '＝1'])('keeps %s from being a formula', (creator) => {
    expect(rowsOf(line({ creator }))[0]).toContain(`"'${creator}"`);
  });

  it.each([
    ['__commonlab/attribution.csv', true],
    ['study-3/__commonlab/attribution.csv', true],
    ['attribution.csv', false],
    ['x__commonlab/attribution.csv', false],
    ['__commonlab/attribution.csv/a', false],
  ])('is recognised by its path %s: %s', (path, is) => expect(isAttribution(path)).toBe(is));
});
