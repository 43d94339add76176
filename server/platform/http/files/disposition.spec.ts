import { contentDispositionOf } from './disposition';

describe('Content-Disposition header of a download', () => {
  it.each([
    ['consent.pdf', `attachment; filename="consent.pdf"; filename*=UTF-8''consent.pdf`],
    [
      'Täglich 5%.zip',
      `attachment; filename="T_glich 5_.zip"; filename*=UTF-8''T%C3%A4glich%205%25.zip`,
    ],
    ['a"b\\c.zip', `attachment; filename="a_b_c.zip"; filename*=UTF-8''a%22b%5Cc.zip`],
    [
      'a\r\nSet-Cookie: x',
      `attachment; filename="a__Set-Cookie: x"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x`,
    ],
  ])('escapes the file name %j, and also contains it in full', (name, header) => {
    expect(contentDispositionOf('attachment', name)).toBe(header);
  });
});
