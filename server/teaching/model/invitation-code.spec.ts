import { createHmac, randomUUID } from 'node:crypto';
import { invitationCodeOf, readInvitationCode } from './invitation-code';

const key = (version: number, id: string) =>
  createHmac('sha256', `key ${version}`).update(id).digest('base64url');
const secretsOf = (...versions: number[]) => ({
  linkKey: (_: unknown, id: string) => key(versions[0] ?? 0, id),
  linkKeys: (_: unknown, id: string) => versions.map((version) => key(version, id)),
});

describe('The code of an invitation', () => {
  it('leads to the invitation, also after the key has changed', () => {
    const id = randomUUID();
    const code = invitationCodeOf(secretsOf(1), id);
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(readInvitationCode(secretsOf(1), code)).toBe(id);
    expect(readInvitationCode(secretsOf(2, 1), code)).toBe(id);
    expect(readInvitationCode(secretsOf(2), code)).toBeNull();
  });

  it('is refused if one character differs', () => {
    const code = invitationCodeOf(secretsOf(1), randomUUID());
    for (let at = 0; at < code.length - 1; at++) {
      const other = code[at] === 'A' ? 'B' : 'A';
      const changed = code.slice(0, at) + other + code.slice(at + 1);
      expect(readInvitationCode(secretsOf(1), changed)).toBeNull();
    }
  });

  it('is not read from a text of another form', () => {
    const code = invitationCodeOf(secretsOf(1), randomUUID());
    for (const text of ['', 'BCDFGHJK', `${code}A`, code.slice(1), 'x'.repeat(43)])
      expect(readInvitationCode(secretsOf(1), text)).toBeNull();
  });
});
