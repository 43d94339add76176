import { mailLocale, testMailRendering } from '../../../test/support/files/mail-rendering';
import { renderQuarantineMail } from './quarantined.mail';

const data = { name: 'faces & words.zip', signature: 'Win.Test.EICAR_HDB-1' };

testMailRendering({ quarantined: (to) => renderQuarantineMail(to, data) });

describe('The mail about a quarantined file', () => {
  it.each(['en', 'de'] as const)('names the file and what was found: %s', (language) => {
    const { text } = renderQuarantineMail(mailLocale(language), data);
    expect(text).toContain(data.name);
    expect(text).toContain(data.signature);
  });
});
