import 'reflect-metadata';
import {
  administratorsOnly,
  anyone,
  ownCredential,
  peopleFinders,
  researchersOnly,
  signedIn,
  signedInExcept,
  visitorOrSignedIn,
} from '../../contracts/base/access';
import { tokenUse } from './access.guard';

describe('The access guard', () => {
  it('reads a token only where the access rule has a use for it', () => {
    expect(tokenUse(anyone)).toBe('unread');
    expect(tokenUse(visitorOrSignedIn)).toBe('refuse bad');
    expect(tokenUse(ownCredential())).toBe('ignore bad');
    expect(tokenUse(signedInExcept('activate'))).toBe('ignore bad');
    for (const access of [signedIn, researchersOnly, administratorsOnly, peopleFinders])
      expect(tokenUse(access)).toBe('required');
  });
});
