import { isPublicMailDomain } from './public-mail';

describe('A public mail domain', () => {
  it.each([
    'gmail.com',
    'googlemail.com',
    'web.de',
    'gmx.de',
    'gmx.net',
    't-online.de',
    'outlook.com',
    'hotmail.com',
    'yahoo.com',
    'icloud.com',
    'proton.me',
    'mailbox.org',
    'posteo.de',
    'tuta.com',
    'mailinator.com',
  ])('is %s', (domain) => {
    expect(isPublicMailDomain(domain)).toBe(true);
  });

  it.each([
    'uni-heidelberg.de',
    'mit.edu',
    'mail.gmail.com',
    'xgmail.com',
    'gmail.com.uni.edu',
    'example.com',
    'mail.example.com',
    'example.org',
    'gmail.test',
    'web.example',
    'uni-1.test',
  ])('is not %s', (domain) => {
    expect(isPublicMailDomain(domain)).toBe(false);
  });
});
