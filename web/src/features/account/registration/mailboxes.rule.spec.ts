import { mailboxOf } from './mailboxes.rule';

it('the domain of a large provider has a link to its mailbox', () => {
  expect(mailboxOf('mia@gmail.com')?.url).toBe('https://mail.google.com/');
  expect(mailboxOf('MIA@GMX.DE')?.name).toBe('GMX');
});

it.each(['mia@example.org', 'mia@gmail.com.example.org', 'gmail.com@example.org', '', 'mia'])(
  'there is no mailbox link for %p',
  (email) => expect(mailboxOf(email)).toBeNull(),
);
