import { z } from 'zod';
import { areSentApart, externalUrlFault, sentAlias, sentTwiceFault } from './external-url';

const SentNameAlias = z.string().regex(sentAlias, { error: 'invalid' });
const aliases = z
  .strictObject({
    participant: SentNameAlias,
    study: SentNameAlias,
    session: SentNameAlias,
    participation: SentNameAlias,
  })
  .partial();

/**
 * A study at another website (docs/domain.md, 6). Stored values may be older than the checks below,
 * so this schema does not make them.
 */
export const ExternalRuntime = z.strictObject({
  kind: z.literal('external'),
  url: z.string(),
  /**
   * Names of the link's parameters that replace the default names, if the study expects other ones.
   */
  names: aliases.optional(),
});

/** The settings of an external study as a researcher enters them. */
export const GivenExternalRuntime = z
  .strictObject({
    kind: z.literal('external'),
    url: z
      .string()
      .max(2000)
      .superRefine((url, ctx) => {
        const fault = externalUrlFault(url);
        if (fault) ctx.addIssue({ code: 'custom', message: fault });
      }),
    names: aliases.refine(areSentApart, 'invalid').optional(),
  })
  .superRefine(({ url, names }, ctx) => {
    const fault = sentTwiceFault(url, names);
    if (fault) ctx.addIssue({ code: 'custom', message: fault, path: ['url'] });
  });
