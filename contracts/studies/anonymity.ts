import { z } from 'zod';
import type { HostedRuntime } from '../study-files/hosted-runtime';

/**
 * What the word anonymous means (docs/decisions/anonymity.md).
 * - `by_construction`: the study consists of this site's own parts. No code of its researchers
 *   runs, and they meet no participant.
 * - `by_agreement`: the study's code, its website or its researchers could recognise a participant,
 *   and the researchers promise not to.
 */
export const anonymityKinds = ['by_construction', 'by_agreement'] as const;
export const Anonymity = z.enum(anonymityKinds);
export type Anonymity = z.output<typeof Anonymity>;

/** The fields of the runtime settings that determine what the word anonymous means for a study. */
type Runtime = Partial<Pick<HostedRuntime, 'own_code' | 'hosts'>> & { readonly kind: string };

/**
 * Returns what the word anonymous means for a study with these runtime settings.
 * @param runtime null where the study follows written instructions only
 */
export const anonymityOf = (runtime: Runtime | null): Anonymity =>
  runtime?.kind === 'builder' && runtime.own_code === false && runtime.hosts?.length === 0
    ? 'by_construction'
    : 'by_agreement';
