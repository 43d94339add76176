import { newInvitationCode, normalizeInvitationCode } from './invitation-code';

describe('An invitation code', () => {
  it('has twelve readable characters in groups of four', () => {
    for (let i = 0; i < 200; i++)
      expect(newInvitationCode()).toMatch(/^[A-HJKMNP-Z2-9]{4}(-[A-HJKMNP-Z2-9]{4}){2}$/);
  });

  it('is different every time', () => {
    expect(new Set(Array.from({ length: 500 }, newInvitationCode)).size).toBe(500);
  });

  it('has the same normalized form however a person types it', () => {
    const code = newInvitationCode();
    const typed = [code.toLowerCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `];
    expect(typed.map(normalizeInvitationCode)).toEqual(typed.map(() => code.replaceAll('-', '')));
  });
});
