/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import i18next from 'i18next';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeholdersIn } from '../../../../../contracts/base/blanks';
import { studiesLimits } from '../../../../../contracts/studies/limits';
import { NewConsent } from '../../../../../contracts/studies/consents';
import type { Study } from '../../../../../contracts/studies/studies';
import { compareConsentWithFacts } from '../../../domain/consents/facts/consent-against-facts.rule';
import { studyFactsOf } from '../../../domain/consents/facts/facts';
import { aStudy } from '../../../test/a-study';
import { aUser } from '../../../test/common-answers';
import { fillConsentTemplate, type ConsentTemplate, consentTemplates } from './fill-template';

const languages = ['en', 'de'] as const;
type Language = (typeof languages)[number];
const namespaces = ['consent-templates', 'studies', 'requirements', 'payment'] as const;
const textsOf = (language: Language) =>
  Object.fromEntries(
    namespaces.map((name) => [
      name,
      JSON.parse(
        readFileSync(join(__dirname, '../../../../../locales', language, `${name}.json`), 'utf8'),
      ) as object,
    ]),
  );
beforeAll(() =>
  i18next.init({
    lng: 'en',
    ns: [...namespaces],
    resources: { en: textsOf('en'), de: textsOf('de') },
    interpolation: { escapeValue: false },
  }),
);

const owner = aUser({ _id: aStudy().researcher._id, email: 'robin@example.org' });
const inLanguage = async (language: Language) => {
  await i18next.changeLanguage(language);
  return i18next.getFixedT(language, namespaces);
};
const filled = async (
  language: Language,
  template: ConsentTemplate,
  study: Study = aStudy(),
  user: typeof owner | null = owner,
) => fillConsentTemplate(await inLanguage(language), language, template, study, user);

/** A study with few facts: a reward, but no place, no devices and no organization. */
const little = aStudy({
  reward: { amount: 500, currency: 'EUR' },
  eligibility: [{ filter: 'age', range: { lower: 18 } }],
});
const told = { ...little.researcher, organization: 'Yale' };
/** A study with all facts that a template can contain. */
const much = aStudy({
  researcher: told,
  requirements: ['desktop', 'microphone'],
  runtime: { kind: 'onsite', place: 'Room 5' },
});
const each = languages.flatMap((language) =>
  consentTemplates.map((one) => [one, language] as const),
);

/** How many blanks each template had before values were filled in. */
const before: Record<ConsentTemplate, number> = { any: 7, online: 18, lab: 18, sensitive: 18 };
const left: Record<ConsentTemplate, { little: number; much: number }> = {
  any: { little: 7, much: 4 },
  online: { little: 17, much: 13 },
  lab: { little: 17, much: 15 },
  sensitive: { little: 17, much: 13 },
};

test.each(each)(
  'the template %s in %s has blanks for unknown values',
  async (template, language) => {
    const count = async (study: Study, user: typeof owner | null) =>
      placeholdersIn((await filled(language, template, study, user)).body_markdown).length;
    const counts = { little: await count(little, null), much: await count(much, owner) };
    expect(counts).toEqual(left[template]);
    expect(counts.much).toBeLessThan(before[template]);
  },
);

test.each(each)('the template %s in %s contains the known values', async (template, language) => {
  const { body_markdown } = await filled(language, template, much);
  expect(body_markdown).not.toMatch(/\{\{|undefined|null| $/m);
  for (const known of ['Attention and memory', '20', 'Robin Researcher', 'Yale', owner.email])
    expect(body_markdown).toContain(known);
  if (template === 'lab') expect(body_markdown).toContain('Room 5');
});

const byHand = (text: string) => text.replaceAll(/\[\[[^[\]]*\]\]/g, '…');
const hosted = (more: object): Study['runtime'] => ({
  kind: 'hosted',
  version_id: little._id,
  sha256: 'b'.repeat(64),
  entry: 'index.html',
  resume: { mode: 'restart', hours: 48 },
  hosts: [],
  needs: [],
  expected_records: null,
  conditions: null,
  ...more,
});
const studies: Record<string, Study> = {
  'with little said': little,
  'on site': much,
  'with terms of payment': aStudy({
    reward: { amount: 450, currency: 'EUR' },
    payment_terms: { how: 'Bank transfer', within_days: 14 },
  }),
  'without a reward': aStudy(),
  'with names on start': aStudy({ privacy_level: 'roster_on_start' }),
  'with names on completion': aStudy({ privacy_level: 'roster_on_completion' }),
  'in yen': aStudy({ reward: { amount: 1500, currency: 'JPY' }, duration_minutes: 90 }),
  'in francs': aStudy({ reward: { amount: 125_000, currency: 'CHF' } }),
  elsewhere: aStudy({ runtime: { kind: 'external', url: 'https://survey.example.org/x' } }),
};
test.each(
  each.flatMap(([one, language]) => Object.keys(studies).map((k) => [one, language, k] as const)),
)(
  'the template %s in %s, filled in for a study %s, causes no hint of the consistency check',
  async (template, language, kind) => {
    const study = studies[kind] ?? little;
    const { body_markdown } = await filled(language, template, study);
    const form = [{ locale: language, body_markdown: byHand(body_markdown) }];
    // These facts have no place in the template, so they must be added by hand; the check reports
    // them.
    const unplaced = template === 'lab' || template === 'sensitive' ? ['recording_missing'] : [];
    expect(
      compareConsentWithFacts(form, studyFactsOf(study, null)).filter(
        ({ code }) =>
          !unplaced.includes(code) && !(code === 'devices_missing' && template !== 'online'),
      ),
    ).toEqual([]);
  },
);

test.each(each.filter(([one]) => one === 'any' || one === 'online'))(
  'the template %s in %s names recordings, hosts and other participants of a study that runs on this server',
  async (template, language) => {
    const study = aStudy({
      runtime: hosted({
        hosts: ['https://data.example.org'],
        needs: ['microphone', 'camera'],
        shares: true,
      }),
    });
    const { body_markdown } = await filled(language, template, study);
    const form = [{ locale: language, body_markdown: byHand(body_markdown) }];
    expect(compareConsentWithFacts(form, studyFactsOf(study, null))).toEqual([]);
  },
);

describe.each(['online', 'lab', 'sensitive'] as const)('The template %s', (kind) => {
  it.each(languages)(
    'in %s is for adults, says how to stop and whom to ask, and fits',
    async (l) => {
      const { body_markdown } = await filled(l, kind, little);
      expect(body_markdown).toMatch(/18/);
      expect(body_markdown).toMatch(/at any time|jederzeit/);
      expect(body_markdown).toMatch(/# (Questions and complaints|Fragen und Beschwerden)/);
      expect(body_markdown.length).toBeLessThan(studiesLimits.consentMarkdown);
    },
  );

  it('cannot be published until every marked blank is filled in', async () => {
    const { title, body_markdown: text } = await filled('en', kind, little);
    const form = (body_markdown: string) => NewConsent.safeParse({ title, body_markdown });
    expect(form(text).error?.issues.map(({ message }) => message)).toEqual(['blanks_left']);
    const blanks = placeholdersIn(text);
    expect(blanks.length).toBeGreaterThan(10);
    expect(form(byHand(text)).success).toBe(true);
    const oneLeft = `${byHand(text)}\n\n[[${blanks.at(-1)?.hint ?? ''}]]`;
    expect(form(oneLeft).success).toBe(false);
  });

  it('has the same parts in both languages', async () => {
    const parts = async (l: Language) =>
      (await filled(l, kind)).body_markdown.match(/^# /gm)?.length;
    expect(await parts('de')).toBe(await parts('en'));
  });
});

test('Markdown characters in a title remain text, and are no blank', async () => {
  const study = aStudy({ title: 'A [[new]] *study*', researcher: told });
  const { body_markdown } = await filled('en', 'online', study);
  expect(body_markdown).toContain(String.raw`A \[\[new\]\] \*study\*`);
  expect(placeholdersIn(body_markdown).map(({ hint }) => hint)).not.toContain('new');
});

test('the form does not give a colleague’s address as the owner’s', async () => {
  const colleague = aUser({ email: 'colleague@example.org' });
  const { body_markdown } = await filled('en', 'online', much, colleague);
  expect(body_markdown).not.toContain('colleague@example.org');
  expect(body_markdown).toContain('Robin Researcher, [[email address]]');
});

test.each(languages)(
  'the payment terms of the study are filled in in %s, without a blank',
  async (l) => {
    const reward = { amount: 450, currency: 'EUR' };
    const terms = { how: 'PayPal', within_days: 14 };
    const any = (more: Partial<Study>) => filled(l, 'any', aStudy({ reward, ...more }));
    const [without, said] = [await any({}), await any({ payment_terms: terms })];
    expect(said.body_markdown).toMatch(/14[^]*PayPal/);
    expect(placeholdersIn(said.body_markdown)).toHaveLength(
      placeholdersIn(without.body_markdown).length - 1,
    );
  },
);

test.each(languages)('the pay for stopping early is filled in in %s', async (l) => {
  const reward = { amount: 450, currency: 'EUR' };
  const terms = { how: 'PayPal', within_days: 14 };
  const half = { kind: 'part', percent: 50 } as const;
  const lab = (pay: object) =>
    filled(l, 'online', aStudy({ reward, payment_terms: { ...terms, ...pay } }));
  const [without, said] = [
    await lab({}),
    await lab({ pay: { withdrawn: half, screened_out: half } }),
  ];
  expect(said.body_markdown).toMatch(/PayPal\. [^\n]*2[.,]25/);
  expect(placeholdersIn(said.body_markdown)).toHaveLength(
    placeholdersIn(without.body_markdown).length - 1,
  );
});
