import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatorLinks } from '../contracts/operator/operator';
import { readConfig } from './config';

const needed = {
  DATABASE_URL: 'postgres://localhost/db',
  SMTP_URL: 'smtp://localhost',
  SECRET_KEY: 'x'.repeat(32),
};
const operatorIn = (more: NodeJS.ProcessEnv) => readConfig({ ...needed, ...more }).operator;

describe('The configuration of the demo', () => {
  it('sets an example of each link, so its menus show every item', () => {
    const demo = readFileSync(join(__dirname, '../scripts/lib/demo/demo-operator.mjs'), 'utf8');
    expect(
      operatorLinks.filter(
        (link) => !demo.includes(`OPERATOR_${link.toUpperCase()}_URL: 'https://`),
      ),
    ).toEqual([]);
  });
});

describe('What the environment variables state about the operator', () => {
  it('is empty when nothing is set', () => {
    const { name, contact, links, social, pages } = operatorIn({ OPERATOR_NAME: '' });
    const said = [
      name,
      ...Object.values(contact),
      ...Object.values(links),
      ...Object.values(pages),
    ];
    expect(said.every((one) => one === null)).toBe(true);
    expect(social).toEqual([]);
  });

  it('is also read from variables with former names, unless the variables with present names are set', () => {
    expect(operatorIn({ ORGANIZATION_NAME: 'Old', CONTACT_EMAIL: 'a@lab.example' })).toMatchObject({
      name: 'Old',
      contact: { others: 'a@lab.example' },
    });
    expect(operatorIn({ ORGANIZATION_NAME: 'Old', OPERATOR_NAME: 'New' }).name).toBe('New');
  });

  it('names each social site with its address', () => {
    expect(
      operatorIn({ OPERATOR_SOCIAL: 'Mastodon https://a.example/@b, Our blog https://c.example/d' })
        .social,
    ).toEqual([
      { label: 'Mastodon', url: 'https://a.example/@b' },
      { label: 'Our blog', url: 'https://c.example/d' },
    ]);
  });

  it.each([
    ['OPERATOR_FORUM_URL', 'javascript:alert(1)'],
    ['OPERATOR_TERMS_URL', 'terms'],
    ['OPERATOR_SOCIAL', 'https://a.example'],
    ['OPERATOR_SOCIAL', 'Evil javascript:alert(1)'],
    ['OPERATOR_EMAIL_OTHERS', 'nobody'],
    ['OPERATOR_LOGO', 'https://a.example/logo.png'],
  ])('stops the start, with the name of the variable: %s=%s', (name, value) => {
    expect(() => operatorIn({ [name]: value })).toThrow(name);
  });
});
