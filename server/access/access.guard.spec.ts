import 'reflect-metadata';
import {
  administratorsOnly,
  anyone,
  studyBuildersOnly,
  credentialInRequest,
  researchersOrAdministrators,
  researchersOnly,
  signedIn,
  signedInExceptForActions,
  visitorOrSignedIn,
} from '../../contracts/base/access';
import { tokenHandlingOf } from './access.guard';

describe('access guard of the API', () => {
  it('reads a token only when the access rule needs it', () => {
    expect(tokenHandlingOf(anyone)).toBe('unread');
    expect(tokenHandlingOf(visitorOrSignedIn)).toBe('refuse bad');
    expect(tokenHandlingOf(credentialInRequest())).toBe('ignore bad');
    expect(tokenHandlingOf(signedInExceptForActions('activate'))).toBe('ignore bad');
    for (const access of [
      signedIn,
      researchersOnly,
      studyBuildersOnly,
      administratorsOnly,
      researchersOrAdministrators,
    ])
      expect(tokenHandlingOf(access)).toBe('required');
  });
});
