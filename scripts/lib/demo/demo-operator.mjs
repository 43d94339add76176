import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.mjs';

/** Example addresses: `example.org` is reserved for that (RFC 2606). */
const EXAMPLES = {
  OPERATOR_NAME: 'Example Lab (demonstration)',
  OPERATOR_EMAIL_PARTICIPANTS: 'participants@example.org',
  OPERATOR_EMAIL_RESEARCHERS: 'researchers@example.org',
  OPERATOR_EMAIL_OTHERS: 'office@example.org',
  OPERATOR_FORUM_URL: 'https://forum.example.org/',
  OPERATOR_DONATION_URL: 'https://donate.example.org/',
  OPERATOR_COMMUNITY_URL: 'https://news.example.org/',
  OPERATOR_CRASH_COURSE_URL: 'https://help.example.org/crash-course',
  OPERATOR_STUDY_GRAMMAR_URL: 'https://help.example.org/grammar',
  OPERATOR_STUDY_GUIDES_URL: 'https://help.example.org/guides',
  OPERATOR_FAQ_RESEARCHERS_URL: 'https://help.example.org/faq-researchers',
  OPERATOR_FAQ_PARTICIPANTS_URL: 'https://help.example.org/faq-participants',
  // Fair hourly rates, chosen so that the pay of one of the demo's studies lies between the floor
  // and the recommended rate.
  FAIR_PAY: 'EUR:12:15,USD:8:12,GBP:6:9',
  OPERATOR_SOCIAL: 'Mastodon https://social.example.org/@lab',
};

/**
 * Returns the environment variables of the demo's example operator. Copies the example pages into
 * `<home>/pages` unless that folder exists.
 * @param {string} home the data directory
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv} the variables that `env` does not set
 */
export function makeDemoOperatorSettings(home, env) {
  const pages = join(home, 'pages');
  // Copies the modification times too: the server ignores a file that was changed within the last
  // seconds, so with new times the pages would appear late.
  if (!existsSync(pages))
    cpSync(join(ROOT, 'docs/examples/pages'), pages, { recursive: true, preserveTimestamps: true });
  return Object.fromEntries(Object.entries(EXAMPLES).filter(([name]) => !env[name]));
}
