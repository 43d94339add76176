import { locale, testRendering } from '../../../test/support/files/mail-rendering';
import { quarantined } from './quarantined.mail';

const data = { name: 'faces & words.zip', signature: 'Win.Test.EICAR_HDB-1' };

testRendering({ quarantined: (to) => quarantined(to, data) });

describe('The mail about a quarantined file', () => {
  it.each(['en', 'de'] as const)('names the file and what was found: %s', (language) => {
    const { text } = quarantined(locale(language), data);
    expect(text).toContain(data.name);
    expect(text).toContain(data.signature);
  });
});
