import { mailLocale, testMailRendering } from '../../../test/support/files/mail-rendering';
import { renderNewStudies } from './new-studies.mail';

const study = (title: string, reward_amount: number | null = 450, reward_currency = 'EUR') => ({
  study_id: '0193a1b2-0000-7000-8000-000000000056',
  title,
  duration_minutes: 20,
  reward_amount,
  reward_currency,
});

testMailRendering({
  one: (to) => renderNewStudies(to, { studies: [study('Colours & words')] }),
  several: (to) => renderNewStudies(to, { studies: [study('Colours'), study('Words', null)] }),
});

describe('email about new studies', () => {
  it('links to each study with its duration and payment', () => {
    const { text, html } = renderNewStudies(mailLocale(), {
      studies: [study('Colours & words'), study('Kites', 500, 'JPY'), study('Without pay', null)],
    });
    expect(text).toContain('Colours & words (about 20 minutes · €4.50):');
    expect(text).toContain('Kites (about 20 minutes · ¥500):');
    expect(text).toContain('Without pay (about 20 minutes):');
    expect(text.match(/https:\/\/web\.test\/study\/details\//g)).toHaveLength(3);
    expect(html).toContain('>Colours &amp; words</a>');
  });

  it('states the number of studies in the subject', () => {
    const studies = [study('One'), study('Two')];
    expect(renderNewStudies(mailLocale('de'), { studies }).subject).toBe('2 neue Studien für Sie');
  });

  it('keeps a multi-line title on one line', () => {
    const { text } = renderNewStudies(mailLocale(), {
      studies: [study('One\r\nhttps://evil.test')],
    });
    expect(text).toContain('One https://evil.test (about');
  });
});
