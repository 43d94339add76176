import { earlierStudyFilters } from '../../../contracts/studies/eligibility';
import { isHostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import type { BundleConsent, BundleSettings } from '../../../contracts/research-data/bundle';
import type { Snapshot } from '../../platform/db/snapshot';
import type { Study } from '../study.entity';

/** The database role that can read research data only (docs/architecture.md). */
const role = 'commonlab_export';

type Row = Omit<
  BundleSettings,
  'left_out_rules' | 'reward' | 'payment_terms' | 'runtime' | 'offers_credit'
> &
  Pick<Study, 'runtime' | 'reward_amount' | 'reward_currency' | 'payment_terms' | 'offers_credit'>;

/**
 * Reads the settings for a study bundle, from which another installation can make a draft. Leaves
 * out eligibility rules about other studies: they would mean nothing in another installation, and
 * would reveal these studies. `left_out_rules` is the number of rules left out.
 */
export async function bundledSettings(
  snapshot: Snapshot,
  studyId: string,
): Promise<{ settings: BundleSettings; versionId: string | null }> {
  const [row] = await snapshot.query<Row>(
    `SELECT st.title, st.description, st.duration_minutes, st.maximum_minutes, st.privacy_level,
       st.reward_amount, st.reward_currency, st.payment_terms, st.additional_notes, st.requirements, st.eligibility,
       st.runtime, st.allow_repeats, st.offers_credit
     FROM research.study st WHERE st.id = $1`,
    [studyId],
    role,
  );
  if (!row) throw new Error('a study that is exported is there');
  const {
    reward_amount: amount,
    reward_currency: currency,
    payment_terms,
    offers_credit,
    ...others
  } = row;
  const { runtime, eligibility, ...rest } = others;
  const kept = eligibility.filter(
    ({ filter }) => !earlierStudyFilters.some((one) => one === filter),
  );
  const settings = {
    ...rest,
    reward: amount === null || currency === null ? null : { amount, currency },
    ...(payment_terms && { payment_terms }),
    ...(offers_credit && { offers_credit }),
    eligibility: kept,
    left_out_rules: eligibility.length - kept.length,
  };
  if (!isHostedRuntime(runtime)) return { settings: { ...settings, runtime }, versionId: null };
  const { version_id: versionId, own_code: _, frames: __, reasons: ___, ...hosted } = runtime;
  return { settings: { ...settings, runtime: hosted }, versionId };
}

/**
 * Reads the consent forms for a study bundle. Each text is included once, however many participants
 * agreed to it.
 * @param consentIds the forms to which participants agreed
 * @returns `inForce`: the form in force, or the draft if no form is in force; `agreed`: the forms
 * to which participants agreed
 */
export async function bundledConsents(
  snapshot: Snapshot,
  studyId: string,
  consentIds: readonly string[],
): Promise<{ inForce: BundleConsent | null; agreed: BundleConsent[] }> {
  const rows = await snapshot.query<BundleConsent & { id: string; state: string }>(
    `SELECT c.id, c.state, c.title, c.sha256, c.kind, c.body_markdown, c.locale, c.comprehension,
       c.translations
     FROM research.consent c WHERE c.study_id = $1 ORDER BY c.sha256, c.version`,
    [studyId],
    role,
  );
  const textOf = ({ id: _, state: __, ...text }: (typeof rows)[number]): BundleConsent => text;
  const inForce =
    rows.find(({ state }) => state === 'valid') ?? rows.find(({ state }) => state === 'draft');
  const agreed = new Map(
    rows.filter(({ id }) => consentIds.includes(id)).map((row) => [row.sha256, textOf(row)]),
  );
  return { inForce: inForce ? textOf(inForce) : null, agreed: [...agreed.values()] };
}
