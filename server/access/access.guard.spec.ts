import 'reflect-metadata';
import {
  administratorsOnly,
  anyone,
  buildersOnly,
  ownCredential,
  peopleFinders,
  researchersOnly,
  signedIn,
  signedInExcept,
  visitorOrSignedIn,
} from '../../contracts/base/access';
import { tokenUse } from './access.guard';

describe('access guard', () => {
  it('reads a token only when the access rule needs it', () => {
    expect(tokenUse(anyone)).toBe('unread');
    expect(tokenUse(visitorOrSignedIn)).toBe('refuse bad');
    expect(tokenUse(ownCredential())).toBe('ignore bad');
    expect(tokenUse(signedInExcept('activate'))).toBe('ignore bad');
    for (const access of [
      signedIn,
      researchersOnly,
      buildersOnly,
      administratorsOnly,
      peopleFinders,
    ])
      expect(tokenUse(access)).toBe('required');
  });
});
