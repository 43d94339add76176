import { fileServingPolicyOf } from './shown-type.rule';

const origin = 'https://lab.test';

describe('what a browser shows of a stored file', () => {
  it.each(['image/png', 'image/avif', 'audio/mpeg', 'video/webm'])(
    'is %s, in a sandbox, if the address asks for it',
    (type) => {
      expect(fileServingPolicyOf(type, false, origin)).toMatchObject({ inline: false });
      const { inline, policy } = fileServingPolicyOf(type, true, origin);
      expect(inline).toBe(true);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain('sandbox');
    },
  );

  it.each([
    'image/svg+xml',
    'text/html',
    'application/xhtml+xml',
    'text/xml',
    'text/plain',
    'application/octet-stream',
    'image/png; x=text/html',
    'image/svg',
  ])('is never %s, which is downloaded instead', (type) => {
    for (const asks of [true, false])
      expect(fileServingPolicyOf(type, asks, origin)).toEqual({
        inline: false,
        policy: "default-src 'none'; sandbox; frame-ancestors 'none'",
      });
  });

  it('is application/pdf only in a frame of the web app', () => {
    expect(fileServingPolicyOf('application/pdf', true, origin)).toEqual({
      inline: true,
      policy: `frame-ancestors ${origin}`,
    });
    expect(fileServingPolicyOf('application/pdf', false, origin)).toMatchObject({ inline: false });
  });
});
