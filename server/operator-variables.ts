import { z } from 'zod';
import { Email } from '../contracts/base/fields';
import { contactGroups, operatorLinks, operatorPages } from '../contracts/operator/operator';

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((v) => (v === '' ? undefined : v), schema.optional());
const webAddress = z.url({ protocol: /^https?$/ });
/** The URL of an image with its size in pixels, `https://… 80x60`. */
const logo = z
  .string()
  .regex(/^https:\/\/\S+ [1-9]\d{0,3}x[1-9]\d{0,3}$/, {
    error: 'not an https address and a size, such as https://lab.example/logo.png 80x60',
  })
  .transform((v) => {
    const [url = '', size = ''] = v.split(' ');
    const [width = 0, height = 0] = size.split('x').map(Number);
    return { url, width, height };
  });
/** Links to social media, written as `Name https://…, Name https://…`. */
const social = z.string().transform((v, context) =>
  v
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const [, label = '', url = ''] = /^(\S.*?)\s+(https?:\/\/\S+)$/.exec(one) ?? [];
      if (!webAddress.safeParse(url).success)
        context.addIssue({
          code: 'custom',
          message:
            'not a list of names with an address, such as Mastodon https://social.example/@lab',
        });
      return { label, url };
    }),
);

type Upper<K extends string> = `OPERATOR_${Uppercase<K>}_URL`;
const addresses = <const K extends string>(keys: readonly K[]) =>
  Object.fromEntries(
    keys.map((key) => [`OPERATOR_${key.toUpperCase()}_URL`, optional(webAddress)]),
  ) as Record<Upper<K>, ReturnType<typeof optional<typeof webAddress>>>;

/**
 * The environment variables about the operator of the installation
 * (docs/decisions/texts-and-input.md).
 */
export const operatorVariables = {
  OPERATOR_NAME: optional(z.string().trim().max(200)),
  OPERATOR_URL: optional(webAddress),
  OPERATOR_LOGO: optional(logo),
  OPERATOR_EMAIL_PARTICIPANTS: optional(Email),
  OPERATOR_EMAIL_RESEARCHERS: optional(Email),
  OPERATOR_EMAIL_OTHERS: optional(Email),
  ...addresses(operatorLinks),
  ...addresses(operatorPages),
  OPERATOR_SOCIAL: optional(social),
};

/**
 * Former names of variables by their current names. An installation may still set the former ones.
 */
export const formerVariableNames = {
  ORGANIZATION_NAME: 'OPERATOR_NAME',
  ORGANIZATION_URL: 'OPERATOR_URL',
  CONTACT_EMAIL: 'OPERATOR_EMAIL_OTHERS',
  PRIVACY_URL: 'OPERATOR_PRIVACY_URL',
  LOGO: 'OPERATOR_LOGO',
} as const;

/**
 * Copies the environment, and adds the values of former variable names under their current names.
 * If both names are set, the current one counts.
 */
export function renameFormerVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const named = { ...environment };
  for (const [former, present] of Object.entries(formerVariableNames)) {
    const value = environment[former];
    // An empty variable counts as one that is not set (docs/api-conventions.md, Configuration).
    if (value && !environment[present]) named[present] = value;
  }
  return named;
}

type Values = z.output<z.ZodObject<typeof operatorVariables>>;

/**
 * Returns the part of the configuration about the operator. The value of a variable that is not set
 * is null.
 */
export function operatorConfig(env: Values) {
  const all = env as Record<string, unknown>;
  const urls = <const K extends string>(keys: readonly K[]) =>
    Object.fromEntries(
      keys.map((key) => [key, all[`OPERATOR_${key.toUpperCase()}_URL`] ?? null]),
    ) as Record<K, string | null>;
  return {
    name: env.OPERATOR_NAME ?? null,
    url: env.OPERATOR_URL ?? null,
    logo: env.OPERATOR_LOGO ?? null,
    contact: Object.fromEntries(
      contactGroups.map((group) => [group, all[`OPERATOR_EMAIL_${group.toUpperCase()}`] ?? null]),
    ) as Record<(typeof contactGroups)[number], string | null>,
    links: urls(operatorLinks),
    social: env.OPERATOR_SOCIAL ?? [],
    /** The addresses of the operator's pages on other websites. */
    pages: urls(operatorPages),
  };
}
export type OperatorConfig = ReturnType<typeof operatorConfig>;
