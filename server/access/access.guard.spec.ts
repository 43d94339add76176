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
import { tokenUseOf } from './access.guard';

describe('access guard', () => {
  it('reads a token only when the access rule needs it', () => {
    expect(tokenUseOf(anyone)).toBe('unread');
    expect(tokenUseOf(visitorOrSignedIn)).toBe('refuse bad');
    expect(tokenUseOf(ownCredential())).toBe('ignore bad');
    expect(tokenUseOf(signedInExcept('activate'))).toBe('ignore bad');
    for (const access of [
      signedIn,
      researchersOnly,
      buildersOnly,
      administratorsOnly,
      peopleFinders,
    ])
      expect(tokenUseOf(access)).toBe('required');
  });
});
