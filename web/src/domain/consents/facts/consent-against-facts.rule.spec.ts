/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { aStudy } from '../../../test/a-study';
import { compareConsentWithFacts, type ConsentFinding } from './consent-against-facts.rule';
import { type StudyFacts, studyFactsOf } from './facts';

const facts: StudyFacts = {
  minutes: 25,
  median: null,
  reward: null,
  recordings: [],
  devices: [],
  hosts: [],
  privacy: 'anonymous',
  anonymity: 'by_construction',
  shares: false,
};
const found = (
  body_markdown: string,
  more: Partial<StudyFacts> = {},
  locale: string | null = 'en',
) => compareConsentWithFacts([{ locale, body_markdown }], { ...facts, ...more });
const codes = (...all: Parameters<typeof found>) =>
  found(...all).map((one: ConsentFinding) =>
    'what' in one
      ? `${one.code} ${one.what}`
      : 'host' in one
        ? `${one.code} ${one.host}`
        : one.code,
  );

describe('the minutes in a consent form', () => {
  it.each([
    [10, 'It takes about 10 minutes.'],
    [12, 'It takes 10–15 minutes.'],
    [12, 'It takes between 10 and 15 minutes.'],
    [12, 'Das dauert 10–15 Minuten.'],
    [12, 'Das dauert 10 bis 15 Minuten.'],
    [30, 'The study lasts half an hour.'],
    [30, 'Das dauert etwa eine halbe Stunde.'],
    [45, 'Sie brauchen eine Dreiviertelstunde.'],
    [15, 'a quarter of an hour'],
    [15, 'Es dauert eine Viertelstunde.'],
    [60, 'It takes an hour.'],
    [60, 'Es dauert eine Stunde.'],
    [90, 'one and a half hours'],
    [90, '1.5 hours'],
    [90, '1,5 Stunden'],
    [90, 'anderthalb Stunden'],
    [90, '1 hour and 30 minutes'],
    [90, '1 Std. 30 Min.'],
    [20, 'a 20-minute experiment'],
    [20, 'It takes **twenty** minutes.'],
    [20, 'Es dauert zwanzig\u00A0Minuten.'],
    [120, 'two hours'],
    [25, 'It takes 10 minutes. After a break of 5 minutes, a second part takes 15 minutes.'],
    [25, 'It takes 25 minutes. You can stop for 5 minutes. We answer within 30 minutes.'],
    [25, 'Call 24 hours a day. The study takes 25 minutes.'],
  ])('of a study of %i minutes are recognized in: %s', (minutes, text) => {
    const locale = /dauert|Stunde|Std|brauchen/.test(text) ? 'de' : 'en';
    expect(codes(text, { minutes }, locale)).toEqual([]);
    expect(codes(text, { minutes: minutes * 3 }, locale)).toEqual(['minutes']);
  });

  it('of the form and of the study are both contained in a finding', () => {
    expect(found('It takes 10 to 15 minutes.')).toEqual([
      { code: 'minutes', said: '10–15', count: 15, known: 25, locale: 'en' },
    ]);
  });

  it.each([
    'You look at faces.',
    'We keep it for 10 years.',
    'The hotline answers 24 hours a day.',
  ])('are reported as missing in: %s', (text) => expect(codes(text)).toEqual(['minutes_missing']));

  it('are reported when a duration in the text is far from the measured median', () => {
    const median = { minutes: 44.6, people: 9 };
    expect(found('It takes 25 minutes.', { median })).toEqual([
      { code: 'median', said: '25', count: 25, known: 45, people: 9, locale: 'en' },
    ]);
    expect(codes('It takes 25 minutes.', { median: { minutes: 30, people: 9 } })).toEqual([]);
    expect(codes('It takes 25 minutes.', { median: { minutes: 9, people: 9 } })).toEqual([
      'median',
    ]);
  });
});

describe('the reward in a consent form', () => {
  const euros = (amount: number) => ({ reward: { amount, currency: 'EUR' } });
  const takes = 'It takes 25 minutes.';
  it.each([
    [500, 'You get €5.'],
    [500, 'You get 5 €.'],
    [500, 'Sie bekommen 5 Euro.'],
    [500, 'Sie bekommen 5,00 €.'],
    [500, 'You get EUR 5.00'],
    [500, 'You get five euros.'],
    [500, 'You get 5,- €.'],
    [100_000, 'You get €1,000.00.'],
    [100_000, 'Sie bekommen 1.000 €.'],
    [500, 'We pay €12 an hour, for all of it.'],
    [500, 'Sie bekommen 12 € pro Stunde.'],
    [500, 'You get €5, and €2 if you stop early. Travel costs up to €20 are paid.'],
  ])('of %i cents is recognized in: %s', (amount, text) => {
    expect(codes(`${takes} ${text}`, euros(amount))).toEqual([]);
    expect(codes(`${takes} ${text}`, euros(amount + 111))).toEqual(['reward']);
  });

  it('is reported when its currency is wrong, when it is missing, and when the study is unpaid', () => {
    expect(codes(`${takes} You get $5.`, euros(500))).toEqual(['reward']);
    expect(codes(`${takes} You get £5.`, { reward: { amount: 500, currency: 'GBP' } })).toEqual([]);
    expect(codes(`${takes} You get ¥500.`, { reward: { amount: 500, currency: 'JPY' } })).toEqual(
      [],
    );
    expect(codes(takes, euros(500))).toEqual(['reward_missing']);
    expect(found(`${takes} You get €5.`)).toEqual([
      { code: 'reward_none', said: '€5', locale: 'en' },
    ]);
    expect(codes(`${takes} You are insured up to €10,000.`)).toEqual([]);
  });
});

describe.each([
  ['en', 'It takes 25 minutes. '],
  ['de', 'Es dauert 25 Minuten. '],
])('a consent form in the language %s', (locale, takes) => {
  const of = (text: string, more: Partial<StudyFacts>) => codes(takes + text, more, locale);

  it.each<[Partial<StudyFacts>, string, { en: string; de: string }]>([
    [
      { recordings: ['microphone'] },
      'recording_missing microphone',
      { en: 'We record your voice.', de: 'Wir zeichnen Ihre Stimme auf.' },
    ],
    [
      { recordings: ['camera'] },
      'recording_missing camera',
      { en: 'Your webcam is used.', de: 'Ihre Kamera wird benutzt.' },
    ],
    [
      { recordings: ['speech_recognition'] },
      'recording_missing speech_recognition',
      { en: 'Chrome’s speech recognition is used.', de: 'Chrome nutzt Spracherkennung.' },
    ],
    [
      { devices: ['desktop'] },
      'devices_missing',
      { en: 'You need a laptop.', de: 'Sie brauchen einen Computer.' },
    ],
    [
      { hosts: ['survey.example.org'] },
      'host_missing survey.example.org',
      { en: 'Data goes to example.org.', de: 'Daten gehen an example.org.' },
    ],
    [
      { hosts: ['lab.eu.qualtrics.com'] },
      'host_missing lab.eu.qualtrics.com',
      { en: 'We use Qualtrics.', de: 'Wir benutzen Qualtrics.' },
    ],
    [
      { privacy: 'roster_on_start' },
      'names_missing',
      { en: 'We see your name once you start.', de: 'Wir sehen Ihren Namen ab Beginn.' },
    ],
    [
      { shares: true },
      'others_missing',
      { en: 'Other participants see it.', de: 'Andere Teilnehmende sehen sie.' },
    ],
  ])('has for %j the finding %s until it mentions that fact', (more, code, says) => {
    expect(of('', more)).toEqual([code]);
    expect(of(locale === 'de' ? says.de : says.en, more)).toEqual([]);
  });

  it.each<[Partial<StudyFacts>, string, { en: string; de: string }]>([
    [
      { recordings: ['microphone'] },
      'recording_denied microphone',
      { en: 'We do not use your microphone.', de: 'Wir nutzen kein Mikrofon.' },
    ],
    [
      { recordings: ['camera'] },
      'recording_denied camera',
      { en: 'The camera is not used.', de: 'Ihre Kamera wird nicht benutzt.' },
    ],
    [
      { privacy: 'roster_on_start' },
      'anonymous_but_start',
      { en: 'Taking part is anonymous.', de: 'Die Teilnahme ist anonym.' },
    ],
    [
      { privacy: 'roster_on_completion' },
      'anonymous_but_completion',
      { en: 'You stay anonymous.', de: 'Sie bleiben anonym.' },
    ],
    [
      { privacy: 'anonymous' },
      'names_but_anonymous',
      { en: 'The researchers see your name.', de: 'Die Forschenden sehen Ihren Namen.' },
    ],
    [
      { anonymity: 'by_agreement' },
      'by_agreement',
      {
        en: 'Nobody can identify you.',
        de: 'Niemand kann herausfinden, wer Sie sind.',
      },
    ],
  ])('has, if it contradicts %j, the finding %s', (more, code, says) => {
    expect(of(locale === 'de' ? says.de : says.en, more)).toEqual([code]);
  });

  it.each<[Partial<StudyFacts>, { en: string; de: string }]>([
    [
      { privacy: 'roster_on_start' },
      {
        en: 'You are not anonymous: we see your name. Anonymised data is shared.',
        de: 'Sie sind nicht anonym: Wir sehen Ihren Namen. Anonymisierte Daten werden geteilt.',
      },
    ],
    [
      { recordings: ['camera'] },
      {
        en: 'Do not cover your camera. Without a camera you cannot take part.',
        de: 'Ohne Kamera können Sie nicht teilnehmen.',
      },
    ],
    [
      { privacy: 'anonymous' },
      {
        en: 'The researchers never learn your name.',
        de: 'Die Forschenden erfahren Ihren Namen nie.',
      },
    ],
    [
      { anonymity: 'by_construction' },
      { en: 'Nobody can identify you.', de: 'Niemand kann Sie identifizieren.' },
    ],
  ])('has no finding for %j if it is consistent', (more, says) => {
    expect(of(locale === 'de' ? says.de : says.en, more)).toEqual([]);
  });
});

test('each language is checked by its own words, and an unknown language is reported as not checked', () => {
  const texts = [
    { locale: 'en', body_markdown: 'It takes 25 minutes.' },
    { locale: 'de-AT', body_markdown: 'Es dauert 10 Minuten.' },
    { locale: 'fr', body_markdown: 'Cela dure 10 minutes.' },
    { locale: null, body_markdown: 'これは研究です。' },
    {
      locale: null,
      body_markdown: 'Sie sehen Bilder. Das dauert 25 Minuten und ist nicht schwer.',
    },
    {
      locale: null,
      body_markdown: 'You see pictures. It takes 5 minutes, and is not hard for you.',
    },
  ];
  expect(compareConsentWithFacts(texts, facts)).toEqual([
    { code: 'minutes', said: '10', count: 10, known: 25, locale: 'de-AT' },
    { code: 'not_checked', locale: 'fr' },
    { code: 'not_checked', locale: null },
    { code: 'minutes', said: '5', count: 5, known: 25, locale: null },
  ]);
});

test('the facts come from the study, but the terms of a launched session take precedence', () => {
  const study = aStudy({
    runtime: { kind: 'external', url: 'https://survey.example.org/{participant}' },
    requirements: ['microphone', 'desktop'],
  });
  expect(studyFactsOf(study, null)).toMatchObject({
    hosts: ['survey.example.org'],
    recordings: ['microphone'],
    devices: ['desktop'],
    anonymity: 'by_agreement',
    shares: false,
  });
  const session = {
    reward: { amount: 500, currency: 'EUR' },
    privacy_level: 'roster_on_start' as const,
  };
  expect(studyFactsOf(study, null, session)).toMatchObject({
    reward: session.reward,
    privacy: 'roster_on_start',
  });
  const local = { kind: 'external' as const, url: 'http://localhost:3000/' };
  expect(studyFactsOf(aStudy({ runtime: local }), null).hosts).toEqual([]);
});
