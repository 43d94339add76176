import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => ending.test(file) && !/\.spec\.tsx?$/.test(file))
    .sort();
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Matches code that uses one of these components or calls one of these functions. */
const usesOf = (components: readonly string[], functions: readonly string[]) =>
  new RegExp(`<(?:${components.join('|')})\\b|\\b(?:${functions.join('|')})\\(`);
/** What formats an amount: a component, and the functions that the components use. */
const formatting = [['PayLine'], ['payWords', 'formatMoney', 'moneyIn']] as const;
const shows = usesOf(...formatting);
/** Components and functions that state who pays, how and by when. */
const stating = [
  ['StudyPayment', 'ParticipationPayment'],
  ['participationPaymentSentence'],
] as const;
const says = usesOf(...stating);

/** Files and folders that may show an amount without the payment terms, each with the reason. */
const without: Readonly<Record<string, string>> = {
  'web/src/ui/money.tsx': 'the component',
  'web/src/lib/intl/format-money.ts': 'the function',
  'web/src/features/home-page/open-studies.tsx': 'a card, which leads to the page',
  'web/src/features/study-catalogue/study-card.tsx': 'a card, which leads to the page',
  'web/src/features/study-catalogue/classes/class-study-card.tsx': 'a card of a study without pay',
  'web/src/features/own-studies/study-row.tsx': 'for researchers',
  'web/src/features/study-editor/study-head.tsx': 'for researchers, above the field',
  'web/src/features/study-editor/payment/money-input.tsx': 'for researchers, beside the field',
  'web/src/features/study-editor/consent/fill-template.ts':
    'for researchers, a form with the terms',
  'web/src/domain/consents/facts/finding-text.ts': 'for researchers, beside their form',
  'web/src/features/study-editor/draft/text-conflicts.tsx': 'for researchers',
  'web/src/domain/payment/session-cost.tsx': 'for researchers',
  'web/src/domain/payment/session-pay.tsx': 'for researchers',
  'web/src/domain/payment/fair-pay-notes.tsx': 'for researchers',
  'web/src/domain/participations/participation-actions.tsx':
    'a part of the reward, beside the terms of the participation',
  'web/src/features/study-editor/payment/part-pay-fields.tsx': 'for researchers, beside the terms',
  'web/src/features/misc/pricing-calculator.tsx': 'for researchers, of any study',
  'web/src/features/payments/': 'for researchers and administrators',
  'web/src/features/participation/payments/':
    'what is paid and how, beside the terms of the participation',
  'web/src/features/session-page/payments/': 'for researchers',
  'web/src/features/slots/desk-payment.tsx': 'for researchers',
  'web/src/domain/decisions/pending-notice.tsx': 'for researchers, beside an approval',
  'web/src/features/session-page/timeline.tsx': 'for researchers',
  'web/src/features/session-page/figures/figures.tsx': 'for researchers',
};

/**
 * Whether `one` is the file, or a folder that contains it.
 * @param one a file, or a folder with a slash at its end
 */
const isOrHolds = (one: string, file: string) =>
  one === file || (one.endsWith('/') && file.startsWith(one));
const isExcepted = (file: string) => Object.keys(without).some((one) => isOrHolds(one, file));

describe('payment terms beside an amount', () => {
  const amounts = filesIn('web/src', /\.tsx?$/)
    .filter((file) => !file.endsWith('/money-words.ts'))
    .filter((file) => shows.test(read(file)));

  it.each([...formatting, ...stating].flat())('are found by an exported name: %s', (name) => {
    const exported = new RegExp(`^export (?:const|function) ${name}\\b`, 'm');
    const sources = [...filesIn('web/src', /\.tsx?$/), ...filesIn('contracts', /\.ts$/)];
    expect(sources.filter((file) => exported.test(read(file)))).toHaveLength(1);
  });

  it('are shown by every component that shows a participant an amount', () => {
    expect(amounts.length).toBeGreaterThan(10);
    expect(amounts.filter((file) => !isExcepted(file) && !says.test(read(file)))).toEqual([]);
  });

  it('are listed as exceptions only for components that show an amount', () => {
    expect(
      Object.keys(without).filter((one) => !amounts.some((file) => isOrHolds(one, file))),
    ).toEqual([]);
  });

  it('are in every email with an amount, except the list of new studies, which links to the terms, and one for researchers', () => {
    const mails = filesIn('server', /\.ts$/).filter(
      (file) =>
        file !== 'server/mail/money.ts' && /\bformatMoneyForMail\(language\b/.test(read(file)),
    );
    expect(mails).toEqual([
      'server/enrolment/mails/payment.ts',
      'server/notices/mails/new-studies.mail.ts',
      'server/payments/gift-codes/gift-codes-low.mail.ts',
    ]);
    expect(read('server/enrolment/mails/payment.ts')).toMatch(says);
  });

  it('stand beside amounts that one function formats, with the digits of ISO 4217', () => {
    const writes = ['server', 'workers', 'contracts', 'web/src']
      .flatMap((folder) => filesIn(folder, /\.tsx?$/))
      .filter((file) => /style: 'currency'|maximumFractionDigits \?\?/.test(read(file)));
    expect(writes).toEqual([
      'contracts/money/money-text.ts',
      // Formats the currency sign only.
      'web/src/domain/consents/facts/form-amounts.rule.ts',
    ]);
    for (const file of writes) expect(read(file)).not.toMatch(/resolvedOptions/);
  });
});
