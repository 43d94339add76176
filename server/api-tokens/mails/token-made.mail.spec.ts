import { testRendering } from '../../../test/support/mail-rendering';
import { apiTokenMade } from './token-made.mail';

testRendering({
  made: (to) =>
    apiTokenMade(to, {
      name: 'Night <job> & more',
      scopes: ['read', 'manage', 'export'],
      expires_on: '2027-02-21',
    }),
});
