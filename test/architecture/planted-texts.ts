import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The contents of files, by path. */
export type FileTree = Record<string, string>;
type Json = { [key: string]: string | Json };
/** Writes the content of a file of texts in `locales/`. */
export const localeFileOf = (texts: Json) => `${JSON.stringify(texts, null, 2)}\n`;
const tsconfig = (from: string, module: string, resolution: string) =>
  JSON.stringify({
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: { module, moduleResolution: resolution, jsx: 'react-jsx' },
    include: [from],
  });

export const shopTexts = {
  title: 'Shop',
  greeting: 'Hello {{name}}',
  seats_one: 'one seat',
  seats_other: '{{count}} seats',
  state: { open: 'Open', closed: 'Closed' },
};
const germanShopTexts = {
  title: 'Laden',
  greeting: 'Guten Tag {{name}}',
  seats_one: '{{count}} Platz',
  seats_other: '{{count}} Plätze',
  state: { open: 'Offen', closed: 'Geschlossen' },
};
export const serverTexts = {
  sold: { subject: 'Sold: {{what}}', note: 'Come again.' },
  export: 'Sales.',
};
const germanServerTexts = {
  sold: { subject: 'Verkauft: {{what}}', note: 'Kommen Sie wieder.' },
  export: 'Verkäufe.',
};

/** A small web app and a small server without faults. */
export const faultlessFiles: FileTree = {
  'tsconfig.json': tsconfig('server', 'nodenext', 'nodenext'),
  'web/tsconfig.json': tsconfig('src', 'esnext', 'bundler'),
  'locales/en/shop.json': localeFileOf(shopTexts),
  'locales/de/shop.json': localeFileOf(germanShopTexts),
  'locales/en/server-shop.json': localeFileOf(serverTexts),
  'locales/de/server-shop.json': localeFileOf(germanServerTexts),
  'contracts/base/languages.ts': read('contracts/base/languages.ts'),
  'server/platform/i18n/texts.ts': read('server/platform/i18n/texts.ts'),
  'server/platform/i18n/text-files.ts': read('server/platform/i18n/text-files.ts'),
  'server/mail/mail-document.ts': read('server/mail/mail-document.ts'),
  'server/shop/shop-texts.ts': `
    import type english from '../../locales/en/server-shop.json';
    import { Texts } from '../platform/i18n/texts';
    export const shopTexts = new Texts<typeof english>('server-shop');`,
  'server/shop/shop.context.ts': `
    import { shopTexts } from './shop-texts';
    export const shop = { texts: [shopTexts], explains: shopTexts.sentence('export') };`,
  'server/shop/sold.mail.ts': `
    import type { MailDocument } from '../mail/mail-document';
    import { shopTexts } from './shop-texts';
    export function sold(wanted: string, what: string): Pick<MailDocument, 'subject' | 'blocks'> {
      const { t } = shopTexts.in(wanted);
      return {
        subject: t('sold.subject', { what }),
        blocks: [{ kind: 'note', text: t('sold.note') }, { kind: 'text', text: what }],
      };
    }`,
  'web/src/shop.tsx': `
    import { useTranslation } from 'react-i18next';
    export function Shop({ state, seats }: { state: 'open' | 'closed'; seats: number }) {
      const { t } = useTranslation('shop');
      return (
        <p title={t('title')}>
          {t('greeting', { name: 'Ada' })}: {t('seats', { count: seats })}, {t(\`state.\${state}\`)}
        </p>
      );
    }`,
};

/** Writes the source of a web component, with the given lines before its closing brace. */
const component = (namespace: string, lines: string, parameters = '') =>
  [
    `import { useTranslation } from 'react-i18next';`,
    `export function Planted(${parameters}) {`,
    `  const { t } = useTranslation('${namespace}');`,
    lines,
    '}',
    '',
  ].join('\n');
/**
 * Makes a namespace of the web app in two languages, and a component.
 * @param named the content of the component: usually calls of `t` with keys of the namespace
 */
const namespace = (name: string, english: Json, german: Json, named: string): FileTree => ({
  [`locales/en/${name}.json`]: localeFileOf(english),
  [`locales/de/${name}.json`]: localeFileOf(german),
  [`web/src/${name}.tsx`]: component(name, `  return <p>${named}</p>;`),
});

/** Each fault that the test adds: its files, and the lines that the gate must report (`found`). */
export const plantedFaults: { name: string; files: FileTree; found: string[] }[] = [
  {
    name: 'a text that a language lacks, and one that only it has',
    files: namespace('lacking', { title: 'Shop' }, { name: 'Laden' }, `{t('title')}`),
    found: [
      'locales/de: lacking:title is missing (locales/en/lacking.json:2).',
      'locales/de/lacking.json:2: lacking:name is not in English.',
    ],
  },
  {
    name: 'a file that a language lacks',
    files: {
      'locales/en/filed.json': localeFileOf({ title: 'Shop' }),
      'web/src/filed.tsx': component('filed', `  return <p>{t('title')}</p>;`),
    },
    found: [
      'locales/de/filed.json: the file is missing.',
      'locales/de: filed:title is missing (locales/en/filed.json:2).',
    ],
  },
  {
    name: 'an empty text, and one that stands there twice',
    files: {
      ...namespace('twice', { title: 'Shop', name: 'Ada' }, {}, `{t('title')}{t('name')}`),
      'locales/de/twice.json': '{\n  "title": "Laden",\n  "title": "Markt",\n  "name": " "\n}\n',
    },
    found: [
      'locales/de/twice.json:3: twice:title stands here twice.',
      'locales/de/twice.json:4: twice:name is empty.',
    ],
  },
  {
    name: 'a text that no program names',
    files: namespace('spare', { a: 'A', spare: 'B' }, { a: 'A', spare: 'B' }, `{t('a')}`),
    found: ['locales/en/spare.json:3: spare:spare is unused: no program names it.'],
  },
  {
    name: 'a text that does not exist, named by itself, in part, and on the server',
    files: {
      'web/src/unknown.tsx': component(
        'shop',
        "  return <p>{t('titel')}{t(`state.${state}`)}</p>;",
        "{ state }: { state: 'open' | 'sold' }",
      ),
      'server/shop/unknown.ts': `
        import { shopTexts } from './shop-texts';
        const say = shopTexts.sentence;
        export const unknown = say('sold.subjekt', { what: 'x' });`,
    },
    found: [
      'server/shop/unknown.ts:4: there is no text server-shop:sold.subjekt.',
      'web/src/unknown.tsx:4: there is no text shop:state.sold.',
      'web/src/unknown.tsx:4: there is no text shop:titel.',
    ],
  },
  {
    name: 'a key of which the compiler knows nothing',
    files: {
      'web/src/any-key.tsx': component(
        'shop',
        '  return <p>{t(`state.${state}`)}</p>;',
        '{ state }: { state: string }',
      ),
    },
    found: [
      'web/src/any-key.tsx:4: which texts `state.${state}` names is not known: give it a type of literals.',
    ],
  },
  {
    name: 'values that differ between languages, or are not given',
    files: namespace(
      'values',
      { hello: 'Hello {{name}}', bold: '<b>Now</b>', n_one: 'one', n_other: '{{count}}' },
      { hello: 'Tag {{vorname}}', bold: 'Jetzt', n_one: 'eins', n_other: 'viele' },
      `{t('hello', { nam: 'Ada' })}{t('bold')}{t('n')}`,
    ),
    found: [
      'locales/de/values.json:2: values:hello has {{vorname}}, which English has not.',
      'locales/de/values.json:2: values:hello lacks {{name}}, which English has.',
      'locales/de/values.json:3: values:bold lacks <b>, which English has.',
      'locales/de/values.json:3: values:bold lacks </b>, which English has.',
      'locales/de/values.json:5: values:n_other lacks {{count}}, which English has.',
      'web/src/values.tsx:4: values:hello wants the value name, which is not given.',
      'web/src/values.tsx:4: values:n wants the value count, which is not given.',
    ],
  },
  {
    name: 'a plural form that a language lacks, and one that it does not know',
    files: namespace(
      'plural',
      { n_one: 'one', n_other: '{{count}}' },
      { n_other: '{{count}}', n_few: '{{count}}' },
      `{t('n', { count: 3 })}`,
    ),
    found: [
      'locales/de/plural.json:2: plural:n lacks its plural form _one.',
      'locales/de/plural.json:3: plural:n_few is a plural form that de does not have.',
    ],
  },
  {
    name: 'texts that a program writes itself',
    files: {
      'web/src/written.tsx': component(
        'shop',
        `  return (
    <p aria-label={state ? 'Open' : t('title')}>
      <b>Closed today</b>
      <input placeholder="Your name" alt={\`Picture of \${state}\`} />
      {state && 'Sold out'} Commonlab © – {[{ value: state, label: 'Not yet' }].length}
    </p>
  );`,
        '{ state }: { state: string }',
      ),
      'server/shop/written.mail.ts': `
        import type { MailBlock } from '../mail/mail-document';
        export const written = (what: string): MailBlock => ({ kind: 'text', text: \`You bought \${what}\` });`,
      'server/shop/written.ts': `
        class DomainError extends Error { constructor(readonly code: string, readonly params: object) { super(code); } }
        export const refuse = () => new DomainError('forbidden', { why: 'the shop is closed' });
        export const file = { explains: () => 'Your sales.' };`,
      'server/data-rights/archive/written.ts': `
        export const readme = ['This is your copy.', 'index.json'];
        export const fail = () => new Error('it has no more room');`,
    },
    found: [
      'server/data-rights/archive/written.ts:2: "This is your copy." (data export)',
      'server/shop/written.mail.ts:3: "You bought" (text of a mail)',
      'server/shop/written.ts:3: "the shop is closed" (error)',
      'server/shop/written.ts:4: "Your sales." (explanation in a data export)',
      'web/src/written.tsx:5: "Open" (aria-label)',
      'web/src/written.tsx:6: "Closed today" (text)',
      'web/src/written.tsx:7: "Picture of" (alt)',
      'web/src/written.tsx:7: "Your name" (placeholder)',
      'web/src/written.tsx:8: "Not yet" (label)',
      'web/src/written.tsx:8: "Sold out" (text)',
    ].map((said) => `${said} is no text of locales/.`),
  },
  {
    name: 'texts in constants of a program, and those of pages without React',
    files: {
      'web/src/constant.tsx': component(
        'shop',
        `  const sold = 'Sold out today';
  const signs = { open: 'Come in, please' } as const;
  return <p title={sold}>{signs.open}{t('title')}{state === 'Shut today' && t('greeting', { name: state })}</p>;`,
        '{ state }: { state: string }',
      ),
      'web/src/page.ts': `
        export function wait(shown: HTMLElement, name: string): boolean {
          shown.textContent = \`Wait a moment, \${name}\`;
          shown.setAttribute('aria-label', 'The shop opens');
          shown.setAttribute('data-state', 'Not for people');
          document.title = 'Shop of Ada';
          return window.confirm('Really leave?');
        }`,
    },
    found: [
      'web/src/constant.tsx:6: "Come in, please" (text)',
      'web/src/constant.tsx:6: "Sold out today" (title)',
      'web/src/page.ts:3: "Wait a moment," (textContent)',
      'web/src/page.ts:4: "The shop opens" (aria-label)',
      'web/src/page.ts:6: "Shop of Ada" (title)',
      'web/src/page.ts:7: "Really leave?" (message)',
    ].map((said) => `${said} is no text of locales/.`),
  },
  {
    name: 'texts that no context lists, and texts under the name of another file',
    files: {
      'server/shop/forgotten-texts.ts': `
        import type english from '../../locales/en/server-shop.json';
        import { Texts } from '../platform/i18n/texts';
        export const forgotten = new Texts<typeof english>('server-shops');`,
    },
    found: [
      'server/shop/forgotten-texts.ts:4: no context lists forgotten under texts.',
      'server/shop/forgotten-texts.ts:4: the texts of server-shops have the type of another file.',
    ],
  },
];
