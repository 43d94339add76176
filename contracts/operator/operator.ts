import { z } from 'zod';
import { anyone, signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Instant } from '../base/fields';
import { Language } from '../base/languages';

/**
 * The pages of the web app whose texts the operator of the installation writes
 * (docs/decisions/texts-and-input.md).
 */
export const operatorPages = ['privacy', 'terms', 'mission', 'people'] as const;
export const OperatorPageName = z.enum(operatorPages);
export type OperatorPageName = z.output<typeof OperatorPageName>;

/**
 * The links that an operator can set for the header, the footer and the contact dialog
 * (docs/specification.md, 2).
 */
export const operatorLinks = [
  'donation',
  'community',
  'forum',
  'crash_course',
  'study_grammar',
  'study_guides',
  'faq_researchers',
  'faq_participants',
] as const;
export const contactGroups = ['participants', 'researchers', 'others'] as const;
export type ContactGroup = (typeof contactGroups)[number];

const Address = z.string().nullable();
const each = <const K extends string, V extends z.ZodType>(keys: readonly K[], value: V) =>
  z.object(Object.fromEntries(keys.map((key) => [key, value])) as Record<K, V>);

/** The operator of this installation. A field that was not set is null and is not shown. */
export const Operator = z
  .object({
    name: z.string().nullable(),
    url: Address,
    /** Email addresses for questions, by the group of people who ask. */
    contact: each(contactGroups, Address),
    links: each(operatorLinks, Address),
    social: z.array(z.object({ label: z.string(), url: z.string() })),
    /** The address of each page: a path of the web app, or an external URL. */
    pages: each(operatorPages, Address),
  })
  .meta({ id: 'Operator' });
export type Operator = z.output<typeof Operator>;

/** SHA-256 of a page's text, in hexadecimal. */
export const OperatorPageHash = z.string().regex(/^[0-9a-f]{64}$/, { error: 'invalid' });

export const OperatorPage = z
  .object({
    name: OperatorPageName,
    language: Language,
    version: OperatorPageHash,
    /** When this installation first had this version of the text. */
    since: Instant,
    /** Whether this version is the present one. */
    current: z.boolean(),
    body_markdown: z.string(),
  })
  .meta({ id: 'OperatorPage' });
export type OperatorPage = z.output<typeof OperatorPage>;

export const TermsAcceptance = z
  .object({
    /** The newest version that this account accepted; null if it accepted none. */
    accepted: z
      .object({ version: OperatorPageHash, language: Language, accepted_at: Instant })
      .nullable(),
    /**
     * Whether the account still has to accept the terms of use: this installation has terms, and
     * the account has not accepted their current version.
     */
    asked: z.boolean(),
  })
  .meta({ id: 'TermsAcceptance' });
export type TermsAcceptance = z.output<typeof TermsAcceptance>;

export const readOperator = endpoint('GET', '/api/operator/', {
  summary: 'Who runs this installation: addresses, links, pages',
  access: anyone,
  replies: { 200: Operator },
  compressed: true,
});
export const readOperatorPage = endpoint('GET', '/api/operator/pages/{name}/', {
  summary: 'A page of the operator, in the best language there is, or one of its earlier versions',
  access: anyone,
  params: z.strictObject({ name: OperatorPageName }),
  query: z.object({ language: Language.optional(), version: OperatorPageHash.optional() }),
  replies: { 200: OperatorPage },
  compressed: true,
});
export const readTermsAcceptance = endpoint('GET', '/api/users/terms/', {
  summary: 'Which terms of use the own account accepted, and whether it is asked to',
  access: signedIn,
  replies: { 200: TermsAcceptance },
});
export const acceptTerms = endpoint('POST', '/api/users/terms/', {
  summary: 'Accept a version of the terms of use',
  access: signedIn,
  body: z.strictObject({ version: OperatorPageHash }),
  replies: { 200: TermsAcceptance },
});
