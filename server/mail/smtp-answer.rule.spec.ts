import { isPermanentRefusal } from './smtp-answer.rule';

const refusal = (responseCode: number, response: string, command = 'RCPT TO') =>
  Object.assign(new Error('refused'), { code: 'EENVELOPE', responseCode, response, command });

describe('refusal by the SMTP server', () => {
  it('is permanent for a mailbox that does not exist', () => {
    expect(isPermanentRefusal(refusal(550, '550 5.1.1 no such user'))).toBe(true);
    expect(isPermanentRefusal(refusal(553, '553 mailbox name not allowed'))).toBe(true);
  });

  it.each([
    ['a wrong command', refusal(501, '501 5.1.3 bad recipient address syntax')],
    ['a message', { ...refusal(550, '550 5.6.7 SMTPUTF8 is required', 'DATA'), code: 'EMESSAGE' }],
  ])('is permanent for a non-ASCII address that the server reports as %s', (_, error) => {
    expect(isPermanentRefusal(error, true)).toBe(true);
    expect(isPermanentRefusal(error)).toBe(false);
  });
  it('is temporary for a non-ASCII address while the server refuses our own sender address', () => {
    expect(isPermanentRefusal(refusal(550, '550 bad sender', 'MAIL FROM'), true)).toBe(false);
    expect(isPermanentRefusal(refusal(451, '451 4.7.1 try again'), true)).toBe(false);
  });

  it.each([
    ['for a full mailbox', refusal(452, '452 4.2.2 mailbox full')],
    ['for a greylisted one', refusal(451, '451 4.7.1 try again')],
    ['while we may not relay', refusal(554, '554 5.7.1 relay access denied')],
    ['while our own sender is refused', refusal(550, '550 bad sender', 'MAIL FROM')],
    ['while we cannot sign in', Object.assign(new Error(), { code: 'EAUTH', responseCode: 535 })],
    ['while nobody is there', Object.assign(new Error(), { code: 'ESOCKET' })],
  ])('is temporary %s', (_, error) => {
    expect(isPermanentRefusal(error)).toBe(false);
  });
});
