import { mailLocale, testMailRendering } from '../../../test/support/files/mail-rendering';
import { renderApiTokenCreated } from './token-created.mail';

const made = {
  name: 'Night <job> & more',
  scopes: ['read' as const, 'manage' as const, 'export' as const],
  studies: null,
  expires_on: '2027-02-21',
};

testMailRendering({
  made: (to) => renderApiTokenCreated(to, made),
  'made for some studies': (to) => renderApiTokenCreated(to, { ...made, studies: 2 }),
});

it.each([
  [null, 'all your studies, also for those that you make later'],
  [1, '1 study that you chose, and for no other'],
  [2, '2 studies that you chose, and for no other'],
])(
  'the mail about a token says how many studies the token gives access to: %s',
  (studies, said) => {
    expect(renderApiTokenCreated(mailLocale(), { ...made, studies }).text).toContain(said);
  },
);
