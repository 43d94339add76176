import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { limits } from '../contracts/base/limits';
import { liveLimits } from '../contracts/live/limits';
import { teachingLimits } from '../contracts/teaching/limits';
import { readOidcClient } from './environment/oidc-client';
import { paymentConfig, paymentVariables } from './environment/payment-variables';
import { isTrustedNetwork } from './environment/trusted-network.rule';
import { operatorConfig, operatorVariables, renameFormerVariables } from './operator-variables';
import { parseOldSecretKeys } from './secret-keys';
import { parseWebhookDestination } from './environment/allowed-destination.rule';
import { parseCampusNetwork } from './environment/campus-networks.rule';
import { parseStudyOrigin } from './environment/study-origin.rule';

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((v) => (v === '' ? undefined : v), schema.optional());
/** The URL of an OpenID issuer: https, or plain http on this machine for a test provider. */
const issuer = z
  .url({ protocol: /^https?$/ })
  .refine((v) => /^(https:|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/|$))/.test(v), {
    error: 'an issuer must be an https address',
  });
const origin = z.url({ protocol: /^https?$/ }).transform((v) => new URL(v).origin);

/** Parses a variable with values separated by commas, each by `read`; the list is empty if the variable is not set. */
const listOf = <T>(read: (one: string) => T | null, message: string) =>
  z
    .string()
    .default('')
    .transform((v, context) =>
      v.split(',').flatMap((one): T[] => {
        if (one.trim() === '') return [];
        const item = read(one);
        if (item === null) context.addIssue({ code: 'custom', message });
        return item === null ? [] : [item];
      }),
    );

const Environment = z.object({
  PORT: z.preprocess(
    (v) => v || undefined,
    z.coerce.number().int().min(0).max(65535).default(3000),
  ),
  HOST: z.preprocess((v) => v || undefined, z.string().default('0.0.0.0')),
  WORKERS_PORT: optional(z.coerce.number().int().min(0).max(65535)),
  WORKERS_HOST: z.preprocess((v) => v || undefined, z.string().default('127.0.0.1')),
  METRICS_PORT: optional(z.coerce.number().int().min(0).max(65535)),
  METRICS_HOST: z.preprocess((v) => v || undefined, z.string().default('127.0.0.1')),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  MIGRATION_DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  REDIS_URL: optional(z.url({ protocol: /^rediss?$/ })),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  CLAMD_URL: optional(z.url({ protocol: /^tcp$/ })),
  MAIL_FROM: z.preprocess(
    (v) => v || undefined,
    z.string().default('Commonlab <no-reply@commonlab.invalid>'),
  ),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((v) =>
      v
        .split(',')
        .map((x) => x.trim())
        .filter(Boolean),
    )
    .refine((all) => all.every(isTrustedNetwork), {
      error: 'not a list of addresses, networks (CIDR), loopback, linklocal or uniquelocal',
    }),
  COUNTRY_HEADER: optional(z.string().regex(/^[A-Za-z0-9-]+$/)),
  PUBLIC_WEB_URL: optional(origin),
  PUBLIC_API_URL: optional(origin),
  STUDY_ORIGIN: optional(z.string().trim()),
  ...operatorVariables,
  REGION: z.preprocess((v) => v || undefined, z.enum(['eu', 'us', 'global']).default('global')),
  COOKIE_DOMAIN: optional(z.string().regex(/^[a-z0-9.-]+$/i)),
  DATA_DIR: optional(z.string()),
  SECRET_KEY: z.string().min(32),
  SECRET_KEYS_OLD: z.string().default(''),
  LOG_LEVEL: z.preprocess(
    (v) => v || undefined,
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  ),
  LIVE_SOCKETS_PER_NETWORK: z.preprocess(
    (v) => v || undefined,
    z.coerce.number().int().min(1).max(1_000_000).default(liveLimits.liveSocketsPerNetwork),
  ),
  CAMPUS_NETWORKS: listOf(
    parseCampusNetwork,
    'not a list of networks (CIDR) with a factor, such as 10.0.0.0/8=20',
  ),
  STUDY_STORAGE_GB: z.preprocess(
    (v) => v || undefined,
    z.coerce.number().min(0.001).max(1_000_000).default(10),
  ),
  CLASSROOM_DAYS: z.preprocess(
    (v) => v || undefined,
    z.coerce.number().int().min(teachingLimits.erasureNoticeDays).max(36_500).default(180),
  ),
  ...paymentVariables,
  DEMO_STUDY_URL: z.string().default(''),
  RATE_LIMITS: z.preprocess((v) => v || undefined, z.enum(['on', 'off']).default('on')),
  AUDIT_RETENTION_MONTHS: z.preprocess(
    (v) => v || undefined,
    z.coerce.number().int().min(1).max(1200).default(limits.auditMonths),
  ),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_CLIENT_SECRET: optional(z.string()),
  GOOGLE_ISSUER_URL: z.preprocess(
    (v) => v || undefined,
    issuer.default('https://accounts.google.com'),
  ),
  MICROSOFT_CLIENT_ID: optional(z.string()),
  MICROSOFT_CLIENT_SECRET: optional(z.string()),
  MICROSOFT_ISSUER_URL: z.preprocess(
    (v) => v || undefined,
    issuer.default('https://login.microsoftonline.com/common/v2.0'),
  ),
  ORCID_CLIENT_ID: optional(z.string()),
  ORCID_CLIENT_SECRET: optional(z.string()),
  ORCID_ISSUER_URL: z.preprocess((v) => v || undefined, issuer.default('https://orcid.org')),
  ADMIN_SECOND_FACTOR: optional(z.enum(['required', 'optional'])),
  ROR_API_URL: optional(z.url({ protocol: /^https?$/ })),
  WEBHOOK_ALLOW: listOf(
    parseWebhookDestination,
    'not a list of host names, addresses and networks (CIDR), with or without :port',
  ),
  DEMO: z.preprocess((v) => v || undefined, z.enum(['0', '1', 'force']).default('0')),
});

function studyOrigin(...given: Parameters<typeof parseStudyOrigin>) {
  try {
    return parseStudyOrigin(...given);
  } catch (error) {
    throw new Error(`STUDY_ORIGIN: ${(error as Error).message}`, { cause: error });
  }
}

/** The names of all environment variables that `readConfig` reads. */
export const environmentVariableNames: readonly string[] = Object.keys(Environment.shape);

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the configuration from the environment, which no other code reads (docs/api-conventions.md, Configuration).
 * @throws Error with one line that names the variable, if a value is missing or wrong
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const parsed = Environment.safeParse(renameFormerVariables(environment));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(
      `${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'wrong value'}`,
    );
  }
  const env = parsed.data;
  if (env.DEMO === '1')
    throw new Error(
      'DEMO: refused while DATABASE_URL is set; use DEMO=force if this database may be filled with the demo',
    );
  if (env.METRICS_PORT !== undefined && env.METRICS_PORT !== 0 && env.METRICS_PORT === env.PORT)
    throw new Error('METRICS_PORT: must be another port than PORT, which the public reaches');
  const local = `http://127.0.0.1:${env.PORT}`;
  const publicWebUrl = env.PUBLIC_WEB_URL ?? local;
  const publicApiUrl = env.PUBLIC_API_URL ?? publicWebUrl;
  return {
    port: env.PORT,
    host: env.HOST,
    workersPort: env.WORKERS_PORT,
    workersHost: env.WORKERS_HOST,
    metricsPort: env.METRICS_PORT,
    metricsHost: env.METRICS_HOST,
    databaseUrl: env.DATABASE_URL,
    migrationDatabaseUrl: env.MIGRATION_DATABASE_URL ?? env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    smtpUrl: env.SMTP_URL,
    /** The virus scanner for uploaded files, as `tcp://host:port`. Without it, files are not scanned. */
    clamdUrl: env.CLAMD_URL,
    /** The folders (`PATH`) in which the server looks for optional programs, such as ffprobe. */
    searchPath: environment.PATH ?? '',
    mailFrom: env.MAIL_FROM,
    trustedProxies: env.TRUSTED_PROXIES,
    countryHeader: env.COUNTRY_HEADER?.toLowerCase(),
    publicWebUrl,
    publicApiUrl,
    /** The origins of studies that use the microphone or the camera; null if studies cannot use them. */
    studyOrigin: studyOrigin(env.STUDY_ORIGIN, {
      app: publicWebUrl,
      api: publicApiUrl,
      cookieDomain: env.COOKIE_DOMAIN,
    }),
    operator: operatorConfig(env),
    region: env.REGION,
    cookieDomain: env.COOKIE_DOMAIN,
    dataDir: env.DATA_DIR ?? join(homedir(), '.local', 'share', 'commonlab'),
    secretKey: env.SECRET_KEY,
    /** The earlier secrets that `secretKey` replaced. */
    secretKeysOld: oldKeys(env.SECRET_KEYS_OLD, env.SECRET_KEY),
    logLevel: env.LOG_LEVEL,
    liveSocketsPerNetwork: env.LIVE_SOCKETS_PER_NETWORK,
    /** Networks, such as a campus behind NAT, whose rate limits are higher than usual. */
    campusNetworks: env.CAMPUS_NETWORKS,
    /** How much storage the files of one account's studies may use. */
    studyStorageBytes: Math.round(env.STUDY_STORAGE_GB * 1e9),
    /** Students' studies are deleted this many days after their classroom was archived. */
    classroomDays: env.CLASSROOM_DAYS,
    rateLimits: env.RATE_LIMITS === 'on',
    auditRetentionMonths: env.AUDIT_RETENTION_MONTHS,
    oidc: {
      google: readOidcClient(
        'GOOGLE',
        env.GOOGLE_ISSUER_URL,
        env.GOOGLE_CLIENT_ID,
        env.GOOGLE_CLIENT_SECRET,
      ),
      microsoft: readOidcClient(
        'MICROSOFT',
        env.MICROSOFT_ISSUER_URL,
        env.MICROSOFT_CLIENT_ID,
        env.MICROSOFT_CLIENT_SECRET,
      ),
      orcid: readOidcClient(
        'ORCID',
        env.ORCID_ISSUER_URL,
        env.ORCID_CLIENT_ID,
        env.ORCID_CLIENT_SECRET,
      ),
    },
    administratorsNeedSecondFactor:
      (env.ADMIN_SECOND_FACTOR ?? (env.DEMO === 'force' ? 'optional' : 'required')) === 'required',
    rorApiUrl: env.ROR_API_URL,
    webhookAllow: env.WEBHOOK_ALLOW,
    demo: env.DEMO === 'force',
    ...paymentConfig(env),
    /** The address of the external study in the demo, which the launcher serves; empty if there is none. */
    demoStudyUrl: env.DEMO_STUDY_URL,
  };
}

function oldKeys(text: string, present: string) {
  try {
    return parseOldSecretKeys(text, present);
  } catch (error) {
    throw new Error(`SECRET_KEYS_OLD: ${(error as Error).message}`, { cause: error });
  }
}

/** Nest's injection token for the configuration, which is an object without a class. */
export const CONFIG = Symbol('config');
