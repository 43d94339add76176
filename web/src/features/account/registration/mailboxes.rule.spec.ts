import { mailboxOf } from './mailboxes.rule';

it('the domain of a large provider gives its mailbox', () => {
  expect(mailboxOf('mia@gmail.com')?.url).toBe('https://mail.google.com/');
  expect(mailboxOf('MIA@GMX.DE')?.name).toBe('GMX');
});

it.each(['mia@example.org', 'mia@gmail.com.example.org', 'gmail.com@example.org', '', 'mia'])(
  'knows nothing of %p',
  (email) => expect(mailboxOf(email)).toBeNull(),
);
